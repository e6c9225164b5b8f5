import Foundation
import Requests

extension ResponseSource: MessageSource {
    var scheme: PlacementScheme { .response }

    var pathTexts: PathTexts { PathTexts() }

    var unreadableBody: (any Error)? { isFailure ? nil : bodyError }

    // A response has no path and no query, so a property declared for these places is read like a property without a
    // wrapper.
    func place(of wrapper: any PlacedProperty.Type) -> MessagePlace? {
        hasWrappers = true
        let place = wrapper.place
        return place == .path || place == .query ? nil : place
    }

    func query() throws -> KeyValueDecoder { throw missingBody() }

    func queryValue(named name: String) throws -> KeyValueSource? { throw missingBody() }

    func value(of requirement: RequestRequirement) -> Any? { nil }

    func cookies(as type: Any.Type, _ key: any CodingKey) -> Any? {
        if type == WebCookie.self || type == WebCookie?.self { return cookie(key) }
        let cookies = head.cookies
        return type == [WebCookie].self || type == [WebCookie]?.self && !cookies.isEmpty ? cookies : nil
    }

    private func cookie(_ key: any CodingKey) -> WebCookie? {
        let name = coding.keys.wireName(of: key.stringValue)
        return head.cookies.last { $0.name == name }
    }

    func text(of place: MessagePlace, _ key: any CodingKey) -> TextParameter? {
        switch place {
        case .header:
            return TextParameter(
                field: WrapperName.field(key.stringValue), in: header, key, coding: coding, responseURL: head.urlText)
        case .cookie: return cookie(key).map { text($0.value, key) }
        case .status:
            readsFailure = true
            return text("\(head.status.code)", key)
        default: return nil
        }
    }

    private func text(_ text: String, _ key: any CodingKey) -> TextParameter {
        TextParameter(text, key, coding: coding, responseURL: head.urlText)
    }

    func body<Value: Decodable>(_ type: Value.Type, _ body: (any Decoder)?, _ key: any CodingKey) throws -> Value {
        if isFailure || data.isEmpty, let absent = Value.absentValue { return absent }
        if isFailure { throw missingBody(for: key.stringValue) }
        if let value = try plainValue(type) { return value }
        guard let body else {
            if bodyError == nil, let absent = Value.absentValue { return absent }
            throw missingBody(for: key.stringValue)
        }
        // Decode with the container, not with the type's initializer: the container applies the styles of dates and
        // data.
        return try body.singleValueContainer().decode(type)
    }

    func failureBody<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value {
        readsFailure = true
        guard let absent = Value.absentValue else {
            throw TransportError(
                code: .decodingFailed,
                message: "`\(key.stringValue)` must be optional, because a successful response has no failure body"
            )
        }
        guard isFailure, !data.isEmpty else { return absent }
        // The status alone shows that the response failed: a proxy's page instead of the expected body must not hide that.
        return (try? failureValue(type)) ?? absent
    }

    private func failureValue<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try plainValue(type) ?? format.value(type, from: data, contentType: head.contentType, coding: coding)
    }

    /// Returns the body unchanged: as bytes, or as text if Content-Type doesn't declare the expected format; otherwise
    /// `nil`.
    private func plainValue<Value>(_ type: Value.Type) throws -> Value? {
        if type is Data.Type || type is Data?.Type { return data as? Value }
        guard type is String.Type || type is String?.Type, head.contentType.map(format.matches) != true else {
            return nil
        }
        return try ResponseDecoder.text.decode(head, data) as? Value
    }
}

extension ResponseSource {
    func present<Value>(_ read: () throws -> Value) throws -> Value? {
        let before = lacksPart
        lacksPart = false
        do {
            let value = try names.checked(read)
            lacksPart = before
            return value
        } catch  where lacksPart {
            lacksPart = before
            return nil
        }
    }

    func noteMissing() { lacksPart = true }

    func missing(_ place: MessagePlace, _ key: any CodingKey) -> any Error {
        lacksPart = true
        switch place {
        case .header:
            return TransportError(
                code: .decodingFailed, message: "the response has no header field \(WrapperName.field(key.stringValue))"
            )
        case .cookie:
            let name = coding.keys.wireName(of: key.stringValue).escapedForDisplay
            return TransportError(code: .decodingFailed, message: "the response doesn't set the cookie \(name)")
        default:
            return missingBody(for: key.stringValue)
        }
    }

    func missingBody() -> any Error { missingBody(for: nil) }

    func problem(
        _ error: any Error, at place: MessagePlace, _ key: (any CodingKey)?, _ type: Any.Type?,
        in decoder: () throws -> (any Decoder)?
    ) -> any Error {
        guard let misfit = error as? MisfitText, let key else { return error }
        let name =
            switch place {
            case .header: "the header field \(WrapperName.field(key.stringValue))"
            case .cookie: "the cookie \(coding.keys.wireName(of: key.stringValue).escapedForDisplay)"
            default: "the status"
            }
        return TransportError(code: .decodingFailed, message: "\(name) of the response \(misfit.problem)")
    }
}
