package import Requests

/// Follows the references inside a document.
package final class DocumentReferences {
    private let root: JSONValue.Object
    private var targets: [String: JSONValue?] = [:]
    /// The pointers that have been followed.
    private(set) var used: Set<JSONPointer> = []

    package init(_ root: JSONValue.Object) { self.root = root }

    /// Returns the target of a reference; the value itself if it isn't a reference, or if the target is missing.
    package func resolved(_ value: JSONValue) -> JSONValue {
        var value = value
        var seen: Set<String> = []
        while let pointer = value.reference, seen.insert(pointer).inserted, let target = target(of: pointer) {
            value = target
        }
        return value
    }

    /// Returns the target of a reference such as `#/components/schemas/Book`; `nil` if there is none.
    package func target(of pointer: String) -> JSONValue? {
        if let known = targets[pointer] { return known }
        let fragment = LocalReference.fragment(of: pointer, ownAddress: root["$self"]?.string)
        let place = fragment.flatMap(JSONPointer.init(fragment:))
        if let place { used.insert(place) }
        let target = place?.value(in: root)
        targets[pointer] = .some(target)
        return target
    }
}

extension DocumentReferences {
    /// The members that contain objects with names chosen by the author.
    private static let maps: Set = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]

    /// Returns the references in some values, and in the targets of these references.
    package func references(in values: [JSONValue]) -> Set<String> {
        var found: Set<String> = []
        var next = values
        func follow(_ text: String) {
            if found.insert(text).inserted, let target = target(of: text) { next.append(target) }
        }
        while let value = next.popLast() {
            next += value.array ?? []
            for (name, value) in value.object ?? [:] {
                switch (name, value) {
                case ("$ref", .string(let text)): follow(text)
                case ("mapping", .object(let kinds)):
                    for text in kinds.compactMap(\.value.string) {
                        follow(text.contains("#") ? text : "#/components/schemas/\(text)")
                    }
                // Examples are data, except for references to components.
                case ("example", _): break
                case ("examples", _): for example in value.object ?? [:] { example.value.reference.map(follow) }
                case (_, .object(let members)) where Self.maps.contains(name): next += members.map(\.value)
                default: next.append(value)
                }
            }
        }
        return found
    }

    /// Returns the components that operations and webhooks use, directly or indirectly.
    func usedComponents() -> Set<JSONPointer> {
        let texts = references(in: [root["paths"], root["webhooks"]].compactMap(\.self))
        return Set(
            texts.compactMap { text in
                LocalReference.fragment(of: text, ownAddress: root["$self"]?.string)
                    .flatMap(JSONPointer.init(fragment:)).map { JSONPointer(Array($0.tokens.prefix(3))) }
            })
    }
}

extension JSONValue {
    /// The pointer in a Reference Object or a schema with a reference.
    var reference: String? { self["$ref"]?.string }
}

extension JSONValue.Object {
    /// Returns the names of the members in which two objects differ.
    func differences(from old: JSONValue.Object) -> [String] {
        let changed = old.filter { self[$0.key] != $0.value }.map(\.key)
        return changed + filter { old[$0.key] == nil }.map(\.key)
    }
}
