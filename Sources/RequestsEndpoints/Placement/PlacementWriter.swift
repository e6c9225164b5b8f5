import Requests

/// Places the properties of a value in a message: the inverse of ``PlacementDecoder``.
///
/// It collects bodies and properties with a single text (path, header fields, cookies, status), and writes the query.
struct PlacementWriter: ~Copyable {
    /// The collected values.
    var values = PlacedValues()

    let scheme: PlacementScheme
    let coding: Coding

    /// Receives the place of each property, for checks.
    private let observe: ((_ key: String, _ place: MessagePlace) -> Void)?

    /// The writer of the query, created on demand: outputs and many inputs have no query.
    private var query: KeyValueWriter?
    private var queryIssue: KeyValueEncodingIssue?

    private init(
        scheme: PlacementScheme, coding: Coding, observe: ((_ key: String, _ place: MessagePlace) -> Void)?
    ) {
        self.scheme = scheme
        self.coding = coding
        self.observe = observe
    }

    /// Places the properties of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - scheme: The places of properties without a wrapper.
    ///   - coding: The coding of the API.
    ///   - observe: Receives the place of each property.
    /// - Returns: The collected values.
    static func placed<Value: Encodable>(
        _ value: Value, scheme: PlacementScheme, coding: Coding,
        observe: ((_ key: String, _ place: MessagePlace) -> Void)? = nil
    ) -> PlacedValues {
        var writer = PlacementWriter(scheme: scheme, coding: coding, observe: observe)
        if PlacementScheme.isScalar(Value.self) || scheme.isWhole(value) {
            // The value has no properties, whatever its `Encodable` implementation does.
        } else if scheme.others == .query, scheme.holdsWhole(Value.self) {
            writer.placeQuery(value)
        } else {
            writer.placeProperties(of: value, inGroup: false)
        }
        if !writer.values.isKeyed, writer.queryIssue == nil, let name = scheme.onlyPlaceholder {
            writer.fillPath(name, with: value)
        }
        writer.finish()
        // The values are swapped out, because a copy would be destroyed with the writer.
        var values = PlacedValues()
        swap(&values, &writer.values)
        return values
    }

    private mutating func finish() {
        if let queryIssue {
            values.fail(query: queryIssue)
        } else if let written = query?.written {
            values.take(query: written)
        }
    }

    private mutating func placeQuery(_ value: some Encodable) {
        values.isKeyed = true
        do {
            values.take(query: try KeyValueWriter.query(of: value, coding: coding))
        } catch {
            queryIssue = error
        }
    }

    /// Places the properties of a value, or of the single value that represents it, such as an identifier's raw value.
    private mutating func placeProperties(of value: some Encodable, inGroup: Bool) {
        do {
            // A query is written without the encoder's `userInfo`.
            let outline = try Outline(of: value, userInfo: scheme.others == .bodyField ? coding.encoderUserInfo : [:])
            switch outline.shape {
            case .members:
                values.isKeyed = true
                for member in outline.members { place(member, inGroup: inGroup) }
            case .single(.value(let value)):
                let value = value.value
                if !isUnnested(type(of: value)), !scheme.isWhole(value) { placeProperties(of: value, inGroup: inGroup) }
            case .nothing, .single, .elements, .invalid: break
            }
        } catch {
            if queryIssue == nil { queryIssue = KeyValueEncodingIssue(error) }
        }
    }

    private mutating func place(_ member: Outline.Member, inGroup: Bool) {
        let key = member.name
        switch member.content {
        case .text(let text): place(text, of: member)
        case .integer(let integer): place(String(integer), of: member)
        case .number(let number): place(number, of: member, inGroup: inGroup)
        case .flag(let flag): place(flag, of: member, inGroup: inGroup)
        case .value(let value): place(value.value, of: member, inGroup: inGroup)
        case .null(let type):
            let place = type.flatMap { scheme.wrapper(of: $0) }?.place ?? scheme.place(of: key, coding: coding)
            guard place != .nested else { return }
            if place == .query || place == .bodyField {
                self.place(member, at: place)
            } else {
                collect(nil, at: place, key)
            }
            if place == .body, let type { values.isBodyNull = PlacedValues.hasNull(type) }
        case .outline:
            let place = scheme.place(of: key, coding: coding)
            switch place {
            case .query, .bodyField: self.place(member, at: place)
            case .unsent: note(place, key)
            default:
                note(place, key)
                fail("the value of `\(key)` isn't a single string, number, date or raw value", .invalidPath, key)
            }
        }
    }

    /// Places a text or an integer.
    private mutating func place(_ text: String, of member: Outline.Member) {
        let place = scheme.place(of: member.name, coding: coding)
        if place == .query || place == .bodyField { return self.place(member, at: place) }
        note(place, member.name)
        take(text, at: place, member.name)
    }

    private mutating func place<Value: Encodable>(_ value: Value, of member: Outline.Member, inGroup: Bool) {
        let key = member.name
        let wrapper = scheme.wrapper(of: Value.self)
        let type = inGroup || member.isOptional ? nil : Value.self
        let place = wrapper?.place ?? scheme.place(of: key, type, coding: coding)
        switch place {
        case .query where wrapper != nil: self.place(Self.unwrapped(value, member), at: place)
        case .query, .bodyField: self.place(member, at: place)
        case .nested:
            // Each member of a group has its own place.
            values.note(place)
            if let group = PlacedValues.present(value) { placeProperties(of: group, inGroup: true) }
        default:
            if place.hasOneText, let text = value.exactly(String.self) ?? wrapper?.text(of: value) {
                note(place, key)
                take(text, at: place, key)
            } else {
                collect(value, at: place, key)
            }
        }
    }

    /// Places a member of the query or of the body.
    private mutating func place(_ member: Outline.Member, at place: MessagePlace) {
        let key = member.name
        note(place, key)
        guard place == .query else { return values.add(bodyField: member) }
        if query == nil { query = KeyValueWriter(coding: coding, use: .readQuery) }
        if !scheme.arrays.isEmpty { query?.arrays = scheme.arrays[key] ?? coding.arrays }
        do {
            try query?.write(member)
        } catch {
            if queryIssue == nil { queryIssue = error }
        }
    }

    /// Returns the member for the value in a wrapper.
    private static func unwrapped(_ wrapper: some Encodable, _ member: Outline.Member) -> Outline.Member {
        let value = PlacedValues.present(wrapper)
        let isOptional = (wrapper as? any PlacedProperty).map { type(of: $0).valueType is any OptionalType.Type }
        return member.with(value.map { .init($0) } ?? .null(nil), isOptional: isOptional ?? false)
    }

    /// Notes the place of a property.
    mutating func note(_ place: MessagePlace, _ key: String) {
        // The query is noted only once it is written.
        if place != .query { values.note(place) }
        observe?(key, place)
    }

    mutating func fail(_ message: String, _ code: RequestErrorCode, _ key: String) {
        values.fail(key, TransportError(code: code, message: message))
    }
}

extension PlacementScheme {
    /// Returns the places of a value's properties, and the reasons why they can't be written.
    package func places(of value: some Encodable, coding: Coding) -> (
        properties: [(key: String, place: MessagePlace)], isKeyed: Bool,
        problems: [(key: String, error: TransportError)]
    ) {
        var properties: [(key: String, place: MessagePlace)] = []
        let placed = PlacementWriter.placed(value, scheme: self, coding: coding) { properties.append(($0, $1)) }
        return (properties, placed.isKeyed, placed.problems)
    }
}
