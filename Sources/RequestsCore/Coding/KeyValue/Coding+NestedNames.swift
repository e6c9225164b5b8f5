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
                let part = keys.wireName(of: key)
                name += nesting == .brackets ? "[\(part)]" : ".\(part)"
            }
        }
        return name
    }

    /// Returns the parts of a name such as `a[b][0]` or `a.b.0`.
    ///
    /// The `[]` of an element is not a part. A name with unbalanced brackets is one part, unchanged.
    func parts(ofName name: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        let plainName = name.suffix(2).elementsEqual("[]".utf8) ? name.dropLast(2) : name
        switch nesting {
        case .dots:
            return (arrays == .brackets ? plainName : name)
                .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        case .brackets:
            let parts = plainName.split(separator: UInt8(ascii: "["), omittingEmptySubsequences: false)
            // Each part except the first ends with a closing bracket.
            let isBalanced = parts.indices.allSatisfy {
                parts[$0].firstIndex(of: UInt8(ascii: "]")) == ($0 == 0 ? nil : parts[$0].endIndex - 1)
            }
            return isBalanced ? parts.prefix(1) + parts.dropFirst().map { $0.dropLast() } : [name]
        }
    }
}

extension Coding.KeyStyle {
    /// Returns the name of a key on the wire.
    ///
    /// A style changes only the names of properties. If a key type accepts any name, its names are data, as in a
    /// dictionary.
    package func wireName(of key: any CodingKey) -> String {
        let isProperty = (key as? WireKey)?.isProperty ?? !type(of: key).isOpen
        return isProperty ? wireName(of: key.stringValue) : key.stringValue
    }
}

extension CodingKey {
    /// Indicates whether keys of the type may have any name, so that names are data.
    static var isOpen: Bool { Self(stringValue: "\u{0}") != nil }
}
