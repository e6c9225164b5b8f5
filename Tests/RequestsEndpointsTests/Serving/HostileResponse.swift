import Foundation
import Requests
import TestSupport

/// The statuses with which the endpoints of ``HostileInputTests`` must respond; 204 is a success.
enum HostileResponse {
    private static let malformedTypes = ["nonsense", ""]

    /// Returns the status for a body.
    static func status(_ method: HTTPMethod, _ path: String, _ type: String?, _ body: Data) -> Int {
        let isMalformed = type.map(malformedTypes.contains) ?? false
        switch path {
        case "/text", "/text/1", "/bytes":
            if isMalformed, !body.isEmpty { return 415 }
            return path == "/bytes" ? 204 : status(of: body, type)
        case "/body/1":
            if body.isEmpty { return 204 }
            if !isMalformed, !isOf("application/json", type) { return 415 }
            return body == Data("null".utf8) ? 204 : 400
        case "/json", "/array", "/dictionary", "/body", "/form", "/multipart",
            "/strict" where method != .get:
            if body.isEmpty { return 400 }
            let formats = ["/form": "application/x-www-form-urlencoded", "/multipart": "multipart/form-data"]
            if isMalformed || !isOf(formats[path] ?? "application/json", type) { return 415 }
            let good = ["/array": ["[]"], "/dictionary": ["{}", #"{"genre":1}"#]]
            return good[path]?.contains(String(decoding: body, as: UTF8.self)) == true ? 204 : 400
        default:
            return ["/number/0", "/pairs"].contains(path) ? 204 : 400
        }
    }

    private static func isOf(_ format: String, _ type: String?) -> Bool { type?.hasPrefix(format) ?? true }

    /// Returns the status for a text, by its charset.
    private static func status(of text: Data, _ type: String?) -> Int {
        if type?.contains("klingon") == true { return 415 }
        if type?.contains("utf-16") == true { return text.count.isMultiple(of: 2) ? 204 : 400 }
        return String(data: text, encoding: .utf8) == nil ? 400 : 204
    }

    /// Returns the status for a path whose last segment is a text, or to which the text is added as a segment.
    static func status(_ method: HTTPMethod, _ path: String, last text: String) -> Int {
        if ["%FF", "%"].contains(text) { return 400 }
        let first = path.split(separator: "/")[0]
        switch (method, first, text) {
        case (_, "number", ""), (_, "id", ""), (_, "date", ""), (_, "genre", ""): return 404
        case (.put, "text", ""), (.delete, "body", ""): return 405
        case (_, _, ""): return status(method, path, nil, Data())
        case (.get, "number", _), (.put, "text", _), (.delete, "body", _): return text == "-1" ? 204 : 400
        case (_, "id", _), (_, "date", _), (_, "genre", _): return 400
        case (.post, "text", _), (.put, "body", _): return 405
        default: return 404
        }
    }

    /// Returns the status for a query in which all values are the text; `nil` means a query that no endpoint reads.
    static func status(_ method: HTTPMethod, _ path: String, query text: String?, isEmpty: Bool) -> Int {
        switch (method, path) {
        case (.get, "/strict"): text == "-1" ? 204 : 400
        case (.get, "/pairs"): text == "-1" || isEmpty ? 204 : 400
        default: status(method, path, nil, Data())
        }
    }
}
