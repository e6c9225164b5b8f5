import Requests
import RequestsEndpoints
import RequestsInspection

/// Finds properties of a nested type that have the same name on the wire.
struct NestedNames {
    private let keys: Coding.KeyStyle
    private var seen: Set<ObjectIdentifier> = []
    private var clashes: [String] = []

    private init(keys: Coding.KeyStyle) { self.keys = keys }

    /// Returns a text for each clash in a type and in the types of its properties and elements.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - isMessage: Indicates whether the type's properties are sent in different parts of a message, so that they
    ///     aren't compared.
    ///   - keys: The style of the names.
    /// - Returns: The clashes.
    static func clashes(in type: any Decodable.Type, isMessage: Bool, keys: Coding.KeyStyle) -> [String] {
        var names = NestedNames(keys: keys)
        names.visit(type, "", isMessage: isMessage)
        return names.clashes
    }

    private mutating func visit(_ type: any Decodable.Type, _ path: String, isMessage: Bool = false) {
        guard seen.insert(ObjectIdentifier(type)).inserted else { return }
        let probe = InputProbe()
        _ = probe.value(type)
        switch probe.form {
        case .single(let other)?: return visit(other, path, isMessage: isMessage)
        case .elements(let element)?: return visit(element, path)
        case .keyed?: break
        case nil: return
        }
        if !isMessage { compare(probe.properties, path) }
        for property in probe.properties {
            // The members of a group in a message are placed in the message itself.
            if isMessage, property.place == .nested { continue }
            // Omit a dictionary's key, because it is made up.
            visit(property.type, probe.hasOpenKeys ? path : "\(path)\(property.key).")
        }
    }

    /// Compares the properties of a type.
    ///
    /// Members of groups are skipped, because a group outside a message is a nested value.
    private mutating func compare(_ properties: [TypeShape.Property], _ path: String) {
        var found: [String: String] = [:]
        for property in properties where !property.isInGroup {
            let name = keys.wireName(of: property.key)
            guard let other = found.updateValue(property.key, forKey: name) else { continue }
            clashes.append("`\(path)\(other)` and `\(path)\(property.key)` both map to `\(name)`")
        }
    }
}
