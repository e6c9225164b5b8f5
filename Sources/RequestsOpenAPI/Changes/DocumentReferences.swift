package import Requests

/// Follows the references inside a document.
package final class DocumentReferences {
    private let root: JSONValue.Object
    private var targets: [String: JSONValue?] = [:]
    /// The pointers that have been followed.
    private(set) var used: Set<JSONPointer> = []

    package init(_ root: JSONValue.Object) { self.root = root }

    /// Returns the target of a reference; the value itself if it isn't a reference, or has no target.
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
