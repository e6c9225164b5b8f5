import Foundation

/// What of a message a value says that has one text: path, fields, cookies and status; and what else it has.
final class MessageHead {
    private(set) var pathTexts: [String: String] = [:]
    private(set) var header = HeaderFields()
    private(set) var cookies: [(name: String, text: String)] = []
    private(set) var status: HTTPStatus?
    private(set) var hasQuery = false
    private(set) var hasBodyFields = false
    /// The whole body, where a property is one.
    private(set) var body: (any Encodable)?
    private(set) var hasBody = false
    private(set) var failureBody: (any Encodable)?
    /// What keeps the message from being made; the first counts.
    var problem: TransportError? { problems.first?.error }

    /// All that keeps it from being made, and the properties that it is of.
    private(set) var problems: [(key: String, error: TransportError)] = []

    /// Told where each property stands, by a check.
    private let observe: ((_ key: String, _ place: MessagePlace) -> Void)?

    /// Whether it says anything beside a body.
    var hasParts: Bool { !header.isEmpty || !cookies.isEmpty || status != nil }

    /// Whether the value has properties.
    var isKeyed = false

    /// Looks at the properties of a value.
    init(
        of value: some Encodable, scheme: PlacementScheme, coding: Coding,
        observe: ((_ key: String, _ place: MessagePlace) -> Void)? = nil
    ) {
        self.observe = observe
        if MessageText.isScalar(type(of: value)) { return }
        do {
            try value.encode(to: PlacementEncoder(purpose: .collecting(self), scheme: scheme, coding: coding))
        } catch {
            fail("the value could not be encoded: \(ErrorText.developerText(of: error))", .bodyEncodingFailed, "")
        }
    }

    /// Takes a property.
    ///
    /// - Parameters:
    ///   - value: The value, with its wrapper where it has one; `nil` for none.
    ///   - place: Where it stands.
    ///   - key: The name of the property.
    ///   - encoder: What encodes the value that it is of.
    func collect(_ value: (any Encodable)?, at place: MessagePlace, _ key: String, _ encoder: PlacementEncoder) {
        let coding = encoder.coding
        observe?(key, place)
        switch place {
        case .query: hasQuery = true
        case .bodyField: hasBodyFields = true
        case .nested: break
        case .body:
            hasBody = true
            body = Self.present(value)
        case .failureBody: failureBody = Self.present(value)
        case .path:
            guard let name = encoder.scheme.placeholder(for: key, coding: coding) else {
                return fail("the path has no placeholder for `\(key)`", .unfilledPlaceholder, key)
            }
            if let text = text(of: value, key, coding, .invalidPath) { pathTexts[name] = text }
        case .header:
            guard let text = fieldText(of: value, key, coding) else { return }
            header.append(HeaderField(WrapperName.field(key), text))
        case .cookie:
            guard let text = text(of: value, key, coding, .invalidHeaderValue) else { return }
            cookies.append((coding.keys.wireName(of: key), text))
        case .status:
            guard let text = text(of: value, key, coding, .bodyEncodingFailed) else { return }
            guard let code = Int(text), 100...999 ~= code else {
                return fail("`\(key)` is \(text), which is no status", .bodyEncodingFailed, key)
            }
            status = HTTPStatus(code)
        }
    }

    /// Notes a property that opened a container by hand.
    func noteNested(at place: MessagePlace, _ key: String) {
        observe?(key, place)
        switch place {
        case .query: hasQuery = true
        case .bodyField: hasBodyFields = true
        default: fail("`\(key)` is not one text, number, date or raw value", .invalidPath, key)
        }
    }

    /// Fills the only placeholder with a value that has no properties.
    func fillPath(_ name: String, with value: any Encodable, coding: Coding) {
        if let text = text(of: value, name, coding, .invalidPath) { pathTexts[name] = text }
    }

    private func fail(_ message: String, _ code: RequestErrorCode, _ key: String) {
        problems.append((key, TransportError(code: code, message: message)))
    }

    private func text(
        of value: (any Encodable)?, _ key: String, _ coding: Coding, _ code: RequestErrorCode
    ) -> String? {
        guard let value else { return nil }
        switch value {
        // The most frequent ones, without an encoder.
        case let text as String: return text
        case let number as Int: return String(number)
        default: break
        }
        do {
            return try KeyValueEncoder.scalarText(of: value, coding: coding)
        } catch {
            fail((error as? KeyValueError)?.message(name: key) ?? ErrorText.developerText(of: error), code, key)
            return nil
        }
    }

    /// The text of a field: of one value, or of several with commas between them (RFC 9110, section 5.6.1).
    private func fieldText(of value: (any Encodable)?, _ key: String, _ coding: Coding) -> String? {
        guard let value = Self.present(value) else { return nil }
        guard let elements = Self.elements(of: value) else {
            let text = text(of: value, key, coding, .invalidHeaderValue)
            guard let text, text.trimmingCharacters(in: .whitespaces) != text else { return text }
            fail("`\(key)` begins or ends with white space, which a header field loses", .invalidHeaderValue, key)
            return nil
        }
        let texts = elements.compactMap { text(of: $0, key, coding, .invalidHeaderValue) }
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

    /// The value in a wrapper or an optional; `nil` where there is none.
    static func present(_ value: (any Encodable)?) -> (any Encodable)? {
        guard let value else { return nil }
        if value is String || value is Int { return value }
        if let part = value as? any MessagePart { return present(part.wrappedValue as? any Encodable) }
        guard let optional = value as? any OptionalValue else { return value }
        return present(optional.some as? any Encodable)
    }

    private static func elements(of value: any Encodable) -> [any Encodable]? {
        if value is Data || value is String || value is Int || value is Bool { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .collection || mirror.displayStyle == .set else { return nil }
        return mirror.children.compactMap { $0.value as? any Encodable }
    }
}

/// An optional, whatever it is of.
private protocol OptionalValue {
    var some: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var some: Any? { self }
}
