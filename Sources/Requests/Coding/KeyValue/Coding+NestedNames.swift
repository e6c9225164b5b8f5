/// The names of values below a property in a query or form.
extension Coding {
    /// Returns the name of a value below a property in a query or form, unescaped.
    package func nestedName(_ name: String, below path: ArraySlice<any CodingKey>) -> String {
        var name = name
        for (position, key) in zip(path.indices, path) {
            let isElement = key is WireKey && key.intValue != nil
            if isElement, arrays != .indices, position == path.endIndex - 1 {
                if arrays == .brackets { name += "[]" }
            } else {
                let part = type(of: key).isOpen ? key.stringValue : keys.wireName(of: key.stringValue)
                name += nesting == .brackets ? "[\(part)]" : ".\(part)"
            }
        }
        return name
    }
}

extension CodingKey {
    /// Indicates whether keys of the type may have any name: then the name is data.
    static var isOpen: Bool { Self(stringValue: "\u{0}") != nil }
}
