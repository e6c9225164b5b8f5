import Foundation
import Requests

/// Collects properties outside the query.
extension PlacementEncoder {
    /// Collects a property.
    ///
    /// - Parameters:
    ///   - value: The value, including any wrapper; `nil` if there is no value.
    ///   - place: The place of the property.
    ///   - key: The name of the property.
    func collect(_ value: (any Encodable)?, at place: MessagePlace, _ key: String) {
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
                return fail("`\(key)` is \(text), which is no status", .bodyEncodingFailed, key)
            }
            values.status = HTTPStatus(code)
        }
    }

    /// Collects a property whose text is known.
    ///
    /// Its place must be the body, or a place for a single text.
    func collect(text: String, at place: MessagePlace, _ key: String) {
        observe?(key, place)
        if place == .bodyField { values.note(place) } else { take(text, at: place, key) }
    }

    /// Notes the place of a property.
    func note(_ place: MessagePlace, _ key: String) {
        values.note(place)
        // Each member of a group has its own place.
        if place != .nested { observe?(key, place) }
    }

    private func take(_ text: String?, at place: MessagePlace, _ key: String) {
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
                    "`\(key)` begins or ends with white space, which a header field loses", .invalidHeaderValue, key)
            }
            values.add(HeaderField(scheme.field(key), text))
        case .cookie:
            if let text { values.add(WebCookie(name: coding.keys.wireName(of: key), value: text)) }
        case .query, .body, .bodyField, .status, .failureBody, .nested, .unsent: break
        }
    }

    /// Collects a cookie's value, a list of cookies, or a whole cookie, which only a response can set.
    private func takeCookie(_ value: (any Encodable)?, _ key: String) {
        let value = PlacedValues.present(value)
        switch value {
        case let cookie as WebCookie: take(cookie, key)
        // An empty array of any other type can also be cast.
        case let list as [WebCookie] where value.map { type(of: $0) == [WebCookie].self } == true:
            values.cookies += list
        default: take(text(of: value, key, .invalidHeaderValue), at: .cookie, key)
        }
    }

    private func take(_ cookie: WebCookie, _ key: String) {
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
            values.add(cookie)
        }
    }

    /// Notes a property that requested a nested container.
    func noteNested(at place: MessagePlace, _ key: String) {
        note(place, key)
        switch place {
        case .query, .unsent, .bodyField: break
        default: fail("`\(key)` is not one text, number, date or raw value", .invalidPath, key)
        }
    }

    /// Fills the only placeholder with a value without properties.
    func fillPath(_ name: String, with value: any Encodable) {
        if let text = text(of: value, name, .invalidPath) { values.add(pathText: text, name) }
    }

    private func fail(_ message: String, _ code: RequestErrorCode, _ key: String) {
        values.fail(key, TransportError(code: code, message: message))
    }

    private func text(
        of value: (any Encodable)?, _ key: String, _ code: RequestErrorCode, isField: Bool = false
    ) -> String? {
        guard let value else { return nil }
        switch value {
        // The most frequent types need no encoder.
        case let text as String: return text
        case let number as Int: return String(number)
        case let json as JSONValue where json.string == nil:
            fail("`\(key)` is a JSONValue that isn't a text, and would be read as one: declare its type", code, key)
            return nil
        default: break
        }
        do {
            let coding = isField ? self.coding.inField(scheme.field(key)) : self.coding
            return try KeyValueEncoder.scalarText(of: value, coding: coding)
        } catch {
            fail((error as? KeyValueEncodingIssue)?.message(name: key) ?? ErrorText.developerText(of: error), code, key)
            return nil
        }
    }

    /// Returns the text of a field: one value, or several values separated by commas (RFC 9110, section 5.6.1).
    private func fieldText(of value: (any Encodable)?, _ key: String) -> String? {
        guard let value = PlacedValues.present(value) else { return nil }
        guard let elements = Self.elements(of: value) else {
            return text(of: value, key, .invalidHeaderValue, isField: true)
        }
        var texts = elements.compactMap { text(of: $0, key, .invalidHeaderValue, isField: true) }
        // The order of a set is different in each run.
        if value is any SetAlgebra { texts.sort() }
        guard texts.count == elements.count else {
            fail("an element of `\(key)` is nil, which a list in a field can't contain", .invalidHeaderValue, key)
            return nil
        }
        guard texts.allSatisfy(HeaderListElement.isReadBack) else {
            fail(
                "an element of `\(key)` is empty, or has a comma, quotes or white space around it", .invalidHeaderValue,
                key)
            return nil
        }
        return texts.joined(separator: ", ")
    }

    /// Returns whether a text begins or ends with whitespace, which a field would lose (RFC 9110, section 5.5).
    private static func hasOuterSpace(_ text: String) -> Bool {
        text.utf8.first?.isBlank == true || text.utf8.last?.isBlank == true
    }

    private static func elements(of value: any Encodable) -> [any Encodable]? {
        if value is Data || value is String || value is Int || value is Bool { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .collection || mirror.displayStyle == .set else { return nil }
        return mirror.children.compactMap { $0.value as? any Encodable }
    }
}
