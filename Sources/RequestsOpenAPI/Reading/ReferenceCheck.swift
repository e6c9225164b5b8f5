import Requests

/// Collects the references in a document, and finds those without a target.
struct ReferenceCheck {
    private struct Reference: Hashable {
        let text: String
        let kind: NodeKind
    }

    private var found: [(reference: Reference, place: JSONPointer)] = []

    /// Notes a reference from the object at a pointer.
    mutating func note(_ text: String, _ kind: NodeKind, at place: JSONPointer) {
        found.append((Reference(text: text, kind: kind), JSONPointer(place.tokens + ["$ref"])))
    }

    /// Returns the references without a target, and those to other documents.
    func mistakes(in root: JSONValue.Object, ownAddress: String?) -> [DocumentMistake] {
        var known: [Reference: String?] = [:]
        return found.compactMap { reference, place in
            if LocalReference.fragment(of: reference.text, ownAddress: ownAddress) == nil {
                let message = "refers to `\(reference.text.shortened)` in another document"
                return DocumentMistake(place: place, message: message, effect: .elsewhere)
            }
            let message = known[reference] ?? problem(of: reference, root, ownAddress)
            known[reference] = .some(message)
            return message.map { DocumentMistake(place: place, message: $0, effect: .unreadable) }
        }
    }

    private func problem(of reference: Reference, _ root: JSONValue.Object, _ ownAddress: String?) -> String? {
        let name = "`\(reference.text.shortened)`"
        var text = reference.text
        var visited: Set<String> = []
        while visited.insert(text).inserted {
            guard let fragment = LocalReference.fragment(of: text, ownAddress: ownAddress) else { return nil }
            guard let pointer = JSONPointer(fragment: fragment) else {
                return "refers to \(name), but the part after `#` isn't a JSON pointer"
            }
            if Self.isOtherKind(pointer, than: reference.kind) {
                let article = reference.kind == .example ? "an" : "a"
                return "must refer to \(article) \(reference.kind.rawValue), but refers to \(name)"
            }
            guard let value = pointer.value(in: root) else { return "refers to \(name), which isn't in the document" }
            switch value {
            case .object(let members):
                guard let next = members["$ref"]?.string else { return nil }
                text = next
            case .bool where reference.kind == .schema: return nil
            default: return "must refer to an object, but \(name) is \(value.kindName)"
            }
        }
        return "must lead to an object, but the references from \(name) form a cycle"
    }

    private static let sections: [String: NodeKind] = [
        "schemas": .schema, "responses": .response, "parameters": .parameter, "examples": .example,
        "requestBodies": .requestBody, "headers": .header, "securitySchemes": .securityScheme, "links": .link,
        "callbacks": .callback, "pathItems": .pathItem, "mediaTypes": .mediaType,
    ]

    /// Returns whether the target is a component of a different kind.
    private static func isOtherKind(_ pointer: JSONPointer, than kind: NodeKind) -> Bool {
        guard pointer.tokens.count == 3, pointer.tokens[0] == "components", let other = sections[pointer.tokens[1]]
        else { return false }
        return other != kind
    }
}

/// A reference within a document.
enum LocalReference {
    /// Returns the fragment of a reference; `nil` if it refers to another document.
    ///
    /// - Parameters:
    ///   - text: The URI reference.
    ///   - ownAddress: The document's `$self` (OpenAPI 3.2.0, section 4.1.1).
    /// - Returns: The fragment without its `#`.
    static func fragment(of text: String, ownAddress: String?) -> Substring? {
        let mark = text.firstIndex(of: "#") ?? text.endIndex
        let document = text[..<mark]
        guard document.isEmpty || ownAddress.map({ document == $0 }) == true else { return nil }
        return mark < text.endIndex ? text[text.index(after: mark)...] : ""
    }
}
