import Requests

/// Collects properties outside of the query.
extension PlacementWriter {
    /// Collects a property.
    ///
    /// - Parameters:
    ///   - value: The value, including any wrapper; `nil` if there is no value.
    ///   - place: The place of the property.
    ///   - key: The name of the property.
    mutating func collect(_ value: (any Encodable)?, at place: MessagePlace, _ key: String) {
        note(place, key)
        switch place {
        case .query, .nested, .unsent, .bodyField: break
        case .body: values.take(body: PlacedValues.present(value))
        case .failureBody: values.failureBody = PlacedValues.present(value)
        case .path: take(text(of: value, key, .invalidPath), at: place, key)
        case .header: take(fieldText(of: value, key), at: place, key)
        case .cookie: takeCookie(value, key)
        case .status:
            guard let text = text(of: value, key, .bodyEncodingFailed) else { return }
            guard let code = Int(text), 100...999 ~= code else {
                return fail(
                    "the value of `\(key)` is \(text), but a status is a number from 100 to 999", .bodyEncodingFailed,
                    key)
            }
            values.status = HTTPStatus(code)
        }
    }

    mutating func take(_ text: String?, at place: MessagePlace, _ key: String) {
        switch place {
        case .path:
            guard let name = scheme.placeholder(for: key, coding: coding) else {
                return fail("the path has no placeholder for `\(key)`", .unfilledPlaceholder, key)
            }
            if let text { values.add(pathText: text, name) }
        case .header:
            guard let text else { return }
            guard !Self.hasOuterSpace(text) else {
                return fail(
                    "the value of `\(key)` starts or ends with white space, but header fields don't preserve such "
                        + "white space",
                    .invalidHeaderValue, key)
            }
            values.add(HeaderField(scheme.field(key), text))
        case .cookie:
            if let text { values.add(WebCookie(name: coding.keys.wireName(of: key), value: text)) }
        case .query, .body, .bodyField, .status, .failureBody, .nested, .unsent: break
        }
    }

    /// Collects a cookie's value, a list of cookies, or a whole cookie, which only a response can set.
    private mutating func takeCookie(_ value: (any Encodable)?, _ key: String) {
        let value = PlacedValues.present(value)
        switch value {
        case let cookie as WebCookie: take(cookie, key)
        // An empty array of any other type can also be cast to this type.
        case let list as [WebCookie] where value.map { type(of: $0) == [WebCookie].self } == true:
            values.cookies += list
        default: take(text(of: value, key, .invalidHeaderValue), at: .cookie, key)
        }
    }

    private mutating func take(_ cookie: WebCookie, _ key: String) {
        let name = coding.keys.wireName(of: key)
        if !scheme.isResponse {
            fail(
                "`\(key)` is a WebCookie, but a request sends only the cookie's value: declare the property with the type "
                    + "of the value, such as String",
                .invalidHeaderValue, key)
        } else if cookie.name != name {
            fail(
                "`\(key)` must contain the cookie \(name.escapedForDisplay), but contains the cookie "
                    + cookie.name.escapedForDisplay, .invalidHeaderValue, key)
        } else {
            values.add(cookie)
        }
    }

    /// Fills the only placeholder with a value without properties.
    mutating func fillPath(_ name: String, with value: any Encodable) {
        if let text = text(of: value, name, .invalidPath) { values.add(pathText: text, name) }
    }

    private mutating func text(of value: (any Encodable)?, _ key: String, _ code: RequestErrorCode) -> String? {
        guard let value else { return nil }
        return text(of: value, key, code, coding, .styled)
    }

    /// Returns the text of a field: one value, or several values separated by commas (RFC 9110, section 5.6.1).
    private mutating func fieldText(of value: (any Encodable)?, _ key: String) -> String? {
        guard let value = PlacedValues.present(value) else { return nil }
        return text(of: value, key, .invalidHeaderValue, coding.inField(scheme.field(key)), .field)
    }

    private mutating func text<Value: Encodable>(
        of value: Value, _ key: String, _ code: RequestErrorCode, _ coding: Coding, _ list: Coding.TextList
    ) -> String? {
        do {
            return try coding.ofEndpoint.singleText(of: value, list: list)
        } catch {
            fail(KeyValueEncodingIssue(error).message(name: key), code, key)
            return nil
        }
    }

    /// Returns whether a text begins or ends with whitespace, which a field would lose (RFC 9110, section 5.5).
    private static func hasOuterSpace(_ text: String) -> Bool {
        text.utf8.first?.isBlank == true || text.utf8.last?.isBlank == true
    }
}
