extension Coding {
    /// Returns the name of a value below a property in a query or form, unescaped.
    package func nestedName(_ name: String, below path: ArraySlice<any CodingKey>) -> String {
        var name = name
        for (position, key) in zip(path.indices, path) {
            let isElement = key is WireKey && key.intValue != nil
            if isElement, arrays != .indices, position == path.endIndex - 1 {
                if arrays == .brackets { name += "[]" }
            } else {
                let part = Self.isOpen(key) ? key.stringValue : keys.wireName(of: key.stringValue)
                name += nesting == .brackets ? "[\(part)]" : ".\(part)"
            }
        }
        return name
    }

    /// Returns whether the keys of a type may have any name: then the name is data.
    private static func isOpen<Key: CodingKey>(_ key: Key) -> Bool { Key(stringValue: "\u{0}") != nil }
}

/// Writes the brackets or dots of names below a place.
///
/// An opening and a closing text enclose each part. The opening text is kept with the name before it.
struct NestedNameWriter {
    let nesting: Coding.NestingStyle
    let arrays: Coding.ArrayStyle
    let spaces: ByteWriter.Space

    /// The maximum number of bytes that open and close a part.
    static let limit = 6

    /// The maximum number of bytes of an element's part.
    static let elementLimit = 20 + limit

    @inline(__always)
    func open(_ writer: inout ByteWriter) {
        switch nesting {
        case .brackets: writer.write(escaped: UInt8(ascii: "["))
        case .dots: writer.write(UInt8(ascii: "."))
        }
    }

    @inline(__always)
    func close(_ writer: inout ByteWriter) {
        if nesting == .brackets { writer.write(escaped: UInt8(ascii: "]")) }
    }

    /// Writes the part of a scalar element.
    @inline(__always)
    func write(element index: Int, to writer: inout ByteWriter) {
        switch arrays {
        case .repeated, .commaSeparated: break
        case .brackets:
            writer.write(escaped: UInt8(ascii: "["))
            writer.write(escaped: UInt8(ascii: "]"))
        case .indices:
            open(&writer)
            writer.write(Int64(index))
            close(&writer)
        }
    }
}
