import Foundation
import Requests

/// A path to a value in a JSON document (RFC 6901).
struct JSONPointer: Hashable, Sendable {
    /// The names of members and the indices of elements, from the root.
    let tokens: [String]

    init(_ tokens: [String]) { self.tokens = tokens }

    /// Reads the fragment of a URI reference, without its `#` (RFC 6901, section 6); `nil` if it isn't a pointer.
    init?(fragment: Substring) {
        guard let text = String(fragment).removingPercentEncoding else { return nil }
        if text.isEmpty {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        // Splits bytes, because a slash and a following combining mark are one character.
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = Self.unescaped(Substring(part)) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// The pointer as text, such as `/paths/~1items/get`; empty for the root.
    var text: String {
        tokens.map { token in
            let escaped = token.replacing("~", with: "~0").replacing("/", with: "~1")
            return "/" + escaped
        }
        .joined()
    }

    /// Returns the value at the pointer; `nil` if there is none.
    func value(in root: JSONValue.Object) -> JSONValue? {
        guard let first = tokens.first else { return .object(root) }
        var value = root[first]
        for token in tokens.dropFirst() {
            switch value {
            case .object(let members)?: value = members[token]
            case .array(let elements)?: value = Self.index(token).flatMap { $0 < elements.count ? elements[$0] : nil }
            default: return nil
            }
        }
        return value
    }

    /// Returns a document without the member at the pointer.
    func removed(from root: JSONValue.Object) -> JSONValue.Object {
        guard let name = tokens.first else { return root }
        var root = root
        root[name] = tokens.count == 1 ? nil : root[name].map { Self.removing(tokens.dropFirst(), from: $0) }
        return root
    }

    private static func removing(_ tokens: ArraySlice<String>, from value: JSONValue) -> JSONValue {
        guard let token = tokens.first else { return value }
        switch value {
        case .object(let members):
            return .object(JSONPointer(Array(tokens)).removed(from: members))
        case .array(var elements):
            guard let index = index(token), index < elements.count else { return value }
            elements[index] = removing(tokens.dropFirst(), from: elements[index])
            return .array(elements)
        default: return value
        }
    }

    /// Reads an index without leading zeros.
    private static func index(_ token: String) -> Int? {
        let isPlain = token.utf8.allSatisfy { 0x30...0x39 ~= $0 } && (token == "0" || token.utf8.first != 0x30)
        return isPlain ? Int(token) : nil
    }

    private static func unescaped(_ part: Substring) -> String? {
        guard part.utf8.contains(UInt8(ascii: "~")) else { return String(part) }
        var result: [UInt8] = []
        var bytes = part.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "~") else {
                result.append(byte)
                continue
            }
            switch bytes.next() {
            case UInt8(ascii: "0"): result.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): result.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
