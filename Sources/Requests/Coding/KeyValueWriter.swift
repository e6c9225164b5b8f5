import Foundation

/// Writes the pairs of one value.
///
/// It has a reference's identity because the containers of `Encodable` share it.
final class KeyValueWriter {
    private(set) var pairs: PairBuffer
    let coding: Coding
    let use: Use
    private let spaces: Coding.SpaceStyle
    private var depth = 0
    private var nilCount = 0
    private var nilDepth = 0
    private var nestedContainerCount = 0

    /// The key of the container that was opened last, where its name is read as another key.
    private var unreadableKey: (any CodingKey)?

    /// What a container could not throw, because opening one doesn't.
    private var failure: KeyValueError?

    /// The comma-separated array that was written last: its name, and where its last element ends.
    private var openList: (name: [UInt8], end: Int)?

    /// Whether the whole value is a `nil`.
    private(set) var isNil = false

    /// How deep values may nest: each level takes stack.
    static let depthLimit = 128

    /// What the pairs are for.
    enum Use {
        /// The query of a URL.
        case query
        /// A form: what would be read back as another value is refused.
        case form
        /// The text of one scalar, not escaped.
        case text
    }

    init(pairs: PairBuffer, coding: Coding, use: Use) {
        self.pairs = pairs
        self.coding = coding
        self.use = use
        spaces = use == .form ? coding.spaces : .percentEncoded
    }

    func takePairs() -> PairBuffer {
        var taken = PairBuffer()
        swap(&taken, &pairs)
        return taken
    }

    /// Writes any value: a scalar, or whatever it encodes.
    func encode<Value: Encodable>(_ value: Value, at place: KeyValuePlace) throws {
        if let text = try text(of: value, at: place) {
            try write(text, at: place)
            return
        }
        guard depth < Self.depthLimit, use != .form || place.path.count < Self.depthLimit else {
            throw KeyValueError(problem: "nests more than \(Self.depthLimit) levels", path: place.path)
        }
        depth += 1
        defer { depth -= 1 }
        var place = place
        if use == .form, coding.nils == .empty, Value.self is any EmptyBodyDecodable.Type { place.isOptional = true }
        let before = (pairs.bytes.count, nilCount, nestedContainerCount)
        do {
            if let unordered = value as? any UnorderedCollection {
                try unordered.encodeInOrder(to: self, at: place)
            } else {
                try value.encode(to: KeyValueElementEncoder(writer: self, place: place))
            }
        } catch {
            throw failure ?? error as? KeyValueError ?? KeyValueError(error, path: place.path)
        }
        if let failure { throw failure }
        // The synthesised code of `enum E: Encodable { case a }` opens a container named `a` and writes nothing into it.
        let isEmpty = pairs.bytes.count == before.0
        if nestedContainerCount > before.2, isEmpty, nilCount == before.1 || use == .form,
            Mirror(reflecting: value).displayStyle == .enum
        {
            throw KeyValueError(
                problem: "is an enum case without a value: give the enum raw values, as in enum State: String",
                path: place.path
            )
        }
        if use == .form { try checkReadable(value, at: place, since: before) }
    }

    /// Has the value end in an error; the first counts.
    func fail(_ error: KeyValueError) {
        if failure == nil { failure = error }
    }

    func noteNestedContainer(named key: some CodingKey) {
        nestedContainerCount += 1
        guard use == .form else { return }
        let name = coding.keys.wireName(of: key.stringValue)
        unreadableKey = coding.keys.propertyName(of: name) == key.stringValue ? nil : key
    }

    /// Whether the value of a place is a `nil`, and not something that has some.
    func isNil(at place: KeyValuePlace, since count: Int) -> Bool {
        nilCount == count + 1 && nilDepth == place.path.count
    }

    /// The key of a container that was opened since, where its name is read as another key.
    func takeUnreadableKey(since count: Int) -> (any CodingKey)? {
        guard nestedContainerCount > count else { return nil }
        defer { unreadableKey = nil }
        return unreadableKey
    }

    func write(_ text: String, at place: KeyValuePlace) throws {
        if use == .form { try checkReadable(text, at: place) }
        try begin(place)
        append(text)
        end(place)
    }

    func write(_ number: some BinaryInteger, at place: KeyValuePlace) throws {
        try begin(place)
        pairs.append(number)
        end(place)
    }

    func writeNil(at place: KeyValuePlace) throws {
        nilCount += 1
        nilDepth = place.path.count
        isNil = place.path.isEmpty
        if use == .form { try checkReadableNil(at: place) }
        guard place.isNamed else { return }
        switch coding.nils {
        case .omitted: break
        case .empty:
            try begin(place)
            end(place)
        case .flag:
            pairs.separate()
            pairs.bytes += place.name
        }
    }

    /// Begins the pair of a property whose value follows.
    func begin(_ key: some CodingKey, of place: KeyValuePlace) {
        let name = coding.keys.wireName(of: key.stringValue)
        if use == .form { checkReadable(name, of: key, in: place) }
        pairs.separate()
        place.appendName(of: name, coding: coding, spaces: spaces, to: &pairs.bytes)
        pairs.bytes.append(UInt8(ascii: "="))
    }

    /// The place of a property.
    func child(of place: KeyValuePlace, _ key: some CodingKey, named name: String) -> KeyValuePlace {
        if use == .form { checkReadable(name, of: key, in: place) }
        var child = place.child(key)
        place.appendName(of: name, coding: coding, spaces: spaces, to: &child.name)
        return child
    }

    func append(_ text: String) {
        switch use {
        case .query, .form: PercentEncoding.append(text, spaces: spaces, to: &pairs.bytes)
        case .text: pairs.bytes += text.utf8
        }
    }

    func append(_ number: some BinaryInteger) {
        pairs.append(number)
    }

    func text(of value: Bool) -> String {
        switch coding.booleans {
        case .literal: value ? "true" : "false"
        case .numeric: value ? "1" : "0"
        }
    }

    func text(
        of value: some BinaryFloatingPoint & LosslessStringConvertible, at path: @autoclosure () -> [any CodingKey]
    ) throws -> String {
        guard value.isFinite else { throw KeyValueError.unwritable("is not a finite number", path: path()) }
        return value.description
    }

    private func begin(_ place: KeyValuePlace) throws {
        guard place.isNamed else {
            throw KeyValueError(
                problem: use == .form
                    ? "has no names of its own: a form has named values, as in .form([\"name\": value])"
                    : "has no names of its own: add it with a name, as in adding(query: \"name\", value)",
                path: place.path
            )
        }
        if place.isJoined, let openList, openList.end == pairs.bytes.count, openList.name == place.name {
            pairs.bytes.append(UInt8(ascii: ","))
        } else {
            pairs.separate()
            pairs.bytes += place.name
            pairs.bytes.append(UInt8(ascii: "="))
        }
    }

    /// The error of an array that stands where names are needed.
    func unnamedArray(at place: KeyValuePlace) -> KeyValueError {
        KeyValueError(
            problem: use == .form
                ? "is an array without a name: a form has named values, as in .form([\"name\": values])"
                : "is an array without a name: add it with one, as in adding(query: \"name\", values)",
            path: place.path
        )
    }

    private func end(_ place: KeyValuePlace) {
        if place.isJoined { openList = (place.name, pairs.bytes.count) }
    }

    /// The text of what Foundation and the standard library would encode in another way, or more slowly.
    private func text<Value>(of value: Value, at place: KeyValuePlace) throws -> String? {
        // Types are compared before anything is cast: casts cost more than the rest of a field.
        if Value.self == String.self, let text = value as? String { return text }
        if Value.self == Bool.self, let bool = value as? Bool { return text(of: bool) }
        if Value.self == Double.self, let number = value as? Double { return try text(of: number, at: place.path) }
        if Value.self == UUID.self, let uuid = value as? UUID { return uuid.uuidString }
        if Value.self == URL.self, let url = value as? URL { return url.absoluteString }
        if Value.self == Date.self, let date = value as? Date {
            do {
                return try coding.text(of: date)
            } catch let error as UnwritableDate {
                throw KeyValueError.unwritable("is a bad date: \(error)", path: place.path)
            } catch {
                throw KeyValueError(error, path: place.path)
            }
        }
        if Value.self == Data.self, let data = value as? Data {
            do {
                return try coding.text(of: data)
            } catch {
                throw KeyValueError(error, path: place.path)
            }
        }
        if Value.self == Decimal.self, let decimal = value as? Decimal {
            guard decimal.isFinite else { throw KeyValueError.unwritable("is not a finite number", path: place.path) }
            return decimal.description
        }
        return nil
    }
}
