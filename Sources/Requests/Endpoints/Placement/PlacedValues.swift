import Foundation

/// Collects the properties of a value that have a place in a message: path, query, header fields, cookies, status and body.
final class PlacedValues {
    private(set) var pathTexts: [(name: String, text: String)] = []
    private(set) var header = HeaderFields()
    /// The cookies; those of a request have no attributes.
    private(set) var cookies: [ResponseCookie] = []
    /// Cookies that a request has as a list.
    private(set) var requestCookies: [RequestCookie] = []
    private(set) var status: HTTPStatus?
    /// The query, percent-encoded.
    private(set) var query: [UInt8] = []
    /// The reason why the query could not be written.
    private(set) var queryError: TransportError?
    private(set) var hasBodyFields = false
    /// Indicates whether all properties are in the body, so that the value is encoded unchanged.
    private(set) var isPlain = true
    /// The whole body, if a property is one.
    private(set) var body: (any Encodable)?
    private(set) var hasBody = false
    private(set) var failureBody: (any Encodable)?
    /// The reason why the message can't be made; the first one counts.
    var problem: TransportError? { problems.first?.error }

    /// All reasons why the message can't be made, with their properties.
    private(set) var problems: [(key: String, error: TransportError)] = []

    private let scheme: PlacementScheme
    private let coding: Coding

    /// Receives the place of each property, for a check.
    private let observe: ((_ key: String, _ place: MessagePlace) -> Void)?

    /// Indicates whether there are values outside the body.
    var hasParts: Bool { !header.isEmpty || !cookies.isEmpty || status != nil }

    /// Indicates whether the value has properties.
    var isKeyed = false

    /// Indicates whether the value is an object without sent properties: its body is an empty object.
    var isEmptyBody: Bool { isKeyed && !isPlaced && !hasBodyFields && scheme.others == .bodyField }

    /// Indicates whether a property is sent outside the body.
    private var isPlaced = false

    init(
        scheme: PlacementScheme, coding: Coding, observe: ((_ key: String, _ place: MessagePlace) -> Void)? = nil
    ) {
        self.scheme = scheme
        self.coding = coding
        self.observe = observe
    }

    /// Takes the query, percent-encoded, or the reason why it could not be written.
    func takeQuery(_ write: () throws(KeyValueEncodingIssue) -> [UInt8]) {
        do throws(KeyValueEncodingIssue) {
            query = try write()
        } catch {
            if error.path.isEmpty, error.underlyingError != nil {
                problems.append(("", KeyValueEncoder.error(error, code: .bodyEncodingFailed)))
            } else {
                queryError = KeyValueEncoder.error(error, code: .queryEncodingFailed)
            }
        }
    }

    /// Returns the place of a property by convention.
    func place(of key: String, _ type: Any.Type? = nil) -> MessagePlace {
        scheme.place(of: key, isInGroup ? nil : type, coding: coding)
    }

    /// Indicates whether properties are members of a group.
    var isInGroup = false

    /// The place of properties that the path does not name.
    var otherPlace: MessagePlace { scheme.others }

    /// Notes the place of a property.
    func note(_ place: MessagePlace, _ key: String) {
        if place != .bodyField { isPlain = false }
        if place != .bodyField, place != .unsent { isPlaced = true }
        // Each member of a group has its own place.
        if place != .nested { observe?(key, place) }
    }

    /// Takes a property.
    ///
    /// - Parameters:
    ///   - value: The value, with its wrapper if it has one; `nil` if there is no value.
    ///   - place: The place of the property.
    ///   - key: The name of the property.
    func collect(_ value: (any Encodable)?, at place: MessagePlace, _ key: String) {
        note(place, key)
        switch place {
        case .query, .nested, .unsent: break
        case .bodyField: hasBodyFields = true
        case .body:
            hasBody = true
            body = Self.present(value)
        case .failureBody: failureBody = Self.present(value)
        case .path: take(text(of: value, key, .invalidPath), at: place, key)
        case .header: take(fieldText(of: value, key), at: place, key)
        case .cookie: takeCookie(value, key)
        case .status:
            guard let text = text(of: value, key, .bodyEncodingFailed) else { return }
            guard let code = Int(text), 100...999 ~= code else {
                return fail("`\(key)` is \(text), which is no status", .bodyEncodingFailed, key)
            }
            status = HTTPStatus(code)
        }
    }

    /// Takes a property whose text is known.
    func collect(text: String, at place: MessagePlace, _ key: String) {
        note(place, key)
        take(text, at: place, key)
    }

    private func take(_ text: String?, at place: MessagePlace, _ key: String) {
        switch place {
        case .path:
            guard let name = scheme.placeholder(for: key, coding: coding) else {
                return fail("the path has no placeholder for `\(key)`", .unfilledPlaceholder, key)
            }
            guard let text else { return }
            if pathTexts.isEmpty { pathTexts.reserveCapacity(scheme.placeholders.count) }
            pathTexts.append((name, text))
        case .header:
            guard let text else { return }
            guard !Self.hasOuterSpace(text) else {
                return fail(
                    "`\(key)` begins or ends with white space, which a header field loses", .invalidHeaderValue, key)
            }
            header.append(HeaderField(WrapperName.field(key), text))
        case .cookie:
            if let text { cookies.append(ResponseCookie(name: coding.keys.wireName(of: key), value: text)) }
        case .query, .body, .bodyField, .status, .failureBody, .nested, .unsent: break
        }
    }

    /// Takes the value of a cookie, a whole cookie, which only a response can set, or a list of cookies.
    private func takeCookie(_ value: (any Encodable)?, _ key: String) {
        switch Self.present(value) {
        case let cookie as ResponseCookie: take(cookie, key)
        case let list as [ResponseCookie] where scheme.isResponse: cookies += list
        case let list as [RequestCookie] where !scheme.isResponse: requestCookies += list
        default: take(text(of: value, key, .invalidHeaderValue), at: .cookie, key)
        }
    }

    private func take(_ cookie: ResponseCookie, _ key: String) {
        let name = coding.keys.wireName(of: key)
        if !scheme.isResponse {
            fail(
                "`\(key)` is a cookie with its attributes, which no request has: declare its value",
                .invalidHeaderValue,
                key)
        } else if cookie.name != name {
            fail(
                "`\(key)` is the cookie \(name.escapedForDisplay), and holds one that is called "
                    + cookie.name.escapedForDisplay, .invalidHeaderValue, key)
        } else {
            cookies.append(cookie)
        }
    }

    /// Returns the text of a placeholder.
    func pathText(_ name: String) -> String? { pathTexts.last { $0.name == name }?.text }

    /// Notes a property that opened a nested container itself.
    func noteNested(at place: MessagePlace, _ key: String) {
        note(place, key)
        switch place {
        case .query, .unsent: break
        case .bodyField: hasBodyFields = true
        default: fail("`\(key)` is not one text, number, date or raw value", .invalidPath, key)
        }
    }

    /// Fills the only placeholder with a value that has no properties.
    func fillPath(_ name: String, with value: any Encodable) {
        if let text = text(of: value, name, .invalidPath) { pathTexts.append((name, text)) }
    }

    private func fail(_ message: String, _ code: RequestErrorCode, _ key: String) {
        problems.append((key, TransportError(code: code, message: message)))
    }

    private func text(
        of value: (any Encodable)?, _ key: String, _ code: RequestErrorCode, isField: Bool = false
    ) -> String? {
        guard let value else { return nil }
        switch value {
        // The most frequent types need no encoder.
        case let text as String: return text
        case let number as Int: return String(number)
        default: break
        }
        do {
            let coding = isField ? self.coding.inField(WrapperName.field(key)) : self.coding
            return try KeyValueEncoder.scalarText(of: value, coding: coding)
        } catch {
            fail((error as? KeyValueEncodingIssue)?.message(name: key) ?? ErrorText.developerText(of: error), code, key)
            return nil
        }
    }

    /// Returns the text of a field: one value, or several values separated by commas (RFC 9110, section 5.6.1).
    private func fieldText(of value: (any Encodable)?, _ key: String) -> String? {
        guard let value = Self.present(value) else { return nil }
        guard let elements = Self.elements(of: value) else {
            return text(of: value, key, .invalidHeaderValue, isField: true)
        }
        let texts = elements.compactMap { text(of: $0, key, .invalidHeaderValue, isField: true) }
        guard texts.allSatisfy(Self.isListElement) else {
            fail(
                "an element of `\(key)` is empty, or has a comma, quotes or white space around it", .invalidHeaderValue,
                key)
            return nil
        }
        return texts.joined(separator: ", ")
    }

    private static func isListElement(_ text: String) -> Bool {
        !text.isEmpty && !text.contains { "\",".contains($0) } && text.trimmingCharacters(in: .whitespaces) == text
    }

    /// Returns whether a text begins or ends with white space, which a field would lose (RFC 9110, section 5.5).
    private static func hasOuterSpace(_ text: String) -> Bool {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return text.utf8.first.map(isSpace) == true || text.utf8.last.map(isSpace) == true
    }

    /// Returns the value in a wrapper or an optional; `nil` if there is none.
    static func present(_ value: (any Encodable)?) -> (any Encodable)? {
        guard let value else { return nil }
        if value is String || value is Int { return value }
        if let part = value as? any PlacedProperty { return present(part.wrappedValue as? any Encodable) }
        guard let optional = value as? any OptionalType else { return value }
        return present(optional.present as? any Encodable)
    }

    private static func elements(of value: any Encodable) -> [any Encodable]? {
        if value is Data || value is String || value is Int || value is Bool { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .collection || mirror.displayStyle == .set else { return nil }
        return mirror.children.compactMap { $0.value as? any Encodable }
    }
}
