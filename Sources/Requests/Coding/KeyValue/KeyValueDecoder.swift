import Foundation

/// Decodes any `Decodable` from `name=value` pairs: the inverse of ``KeyValueEncoder`` with the same ``Coding``.
package enum KeyValueDecoder {
    /// The maximum number of fields of a form that a server reads, and of parts of a multipart form: each costs many times its
    /// bytes.
    package static let fieldLimit = 1_000

    /// Returns the decoder of a form, in which `+` is a space, and a malformed escape stays as it is.
    static func decoder(ofForm data: Data, coding: Coding) throws -> KeyValueElementDecoder {
        try data.withUnsafeBytes { bytes in
            try decoder(ofForm: bytes.bindMemory(to: UInt8.self), coding: coding)
        }
    }

    /// Returns the decoder of a query, with the rules of a form.
    package static func decoder(ofQuery query: String, coding: Coding) throws -> KeyValueElementDecoder {
        var query = query
        return try query.withUTF8 { try decoder(ofForm: $0, coding: coding) }
    }

    private static func decoder(
        ofForm form: UnsafeBufferPointer<UInt8>, coding: Coding
    ) throws -> KeyValueElementDecoder {
        var tree = KeyValueTreeBuilder(coding: coding)
        tree.reserve(form.count)
        var name: [UInt8] = []
        var position = 0
        while position < form.count {
            name.removeAll(keepingCapacity: true)
            let start = position
            position = PercentEncoding.decode(form, from: position, ofFormUpTo: UInt8(ascii: "="), into: &name).end
            let isFlag = position == form.count || form[position] == UInt8(ascii: "&")
            if isFlag, position == start {
                position += 1
                continue
            }
            let valueStart = tree.bytes.count
            if !isFlag {
                tree.write {
                    position =
                        PercentEncoding.decode(form, from: position + 1, ofFormUpTo: UInt8(ascii: "&"), into: &$0).end
                }
            }
            try tree.add(name[...], valueFrom: valueStart, isFlag: isFlag)
            position += 1
        }
        return decoder(of: tree)
    }

    /// Reads decoded pairs; a name without a value is a flag.
    static func value<Value: Decodable>(
        _ type: Value.Type, fromPairs pairs: some Sequence<(name: String, value: String?)>, coding: Coding
    ) throws -> Value {
        var tree = KeyValueTreeBuilder(coding: coding)
        for (name, value) in pairs {
            try tree.add(Array(name.utf8)[...], value: (value ?? "").utf8, isFlag: value == nil)
        }
        return try decoder(of: tree).value(type)
    }

    /// Returns the decoder of a whole tree.
    static func decoder(of tree: consuming KeyValueTreeBuilder) -> KeyValueElementDecoder {
        KeyValueElementDecoder(source: KeyValueSource(KeyValueTree(tree), node: KeyValueTree.root), codingPath: [])
    }
}
