package import Foundation

/// The source of a value in a query or form: a name with everything below it, or a single value.
package struct KeyValueSource {
    let text: Text
    private let content: Content

    /// The decoded bytes, in which values are ranges.
    final class Text {
        let coding: Coding
        let bytes: [UInt8]
        /// A function that returns a part of the multipart form as a file, by its position; `nil` if there are only
        /// pairs.
        let file: ((Int) -> any FormFile)?

        init(coding: Coding, bytes: [UInt8], file: ((Int) -> any FormFile)? = nil) {
            self.coding = coding
            self.bytes = bytes
            self.file = file
        }
    }

    enum Content {
        case node(KeyValueNode)
        case value(KeyValueNode.Value)
    }

    init(_ text: Text, _ content: Content) {
        self.text = text
        self.content = content
    }

    /// Returns the source with another style of arrays.
    package func with(_ arrays: Coding.ArrayStyle) -> KeyValueSource {
        var coding = text.coding
        coding.arrays = arrays
        return KeyValueSource(Text(coding: coding, bytes: text.bytes, file: text.file), content)
    }

    /// The names below this one.
    var children: [KeyValueNode] { if case .node(let node) = content { node.children } else { [] } }

    /// Returns the value of a name below this one.
    package func child(named name: String) -> KeyValueSource? {
        guard case .node(let node) = content else { return nil }
        return node.child(named: name).map { KeyValueSource(text, .node($0)) }
    }

    /// Returns a single value.
    ///
    /// - Parameter type: The expected type, for the error.
    /// - Returns: The value.
    /// - Throws: An error if there is no value, or more than one.
    func value(as type: Any.Type) throws(KeyValueDecodingError) -> KeyValueNode.Value {
        switch content {
        case .value(let value): return value
        case .node(let node):
            guard node.values.count <= 1 else {
                throw .corrupted("has \(node.values.count) values, but only one is expected")
            }
            guard let value = node.values.first else { throw node.children.isEmpty ? .missing(type) : .mismatch(type) }
            try checkIsOne()
            return value
        }
    }

    /// Checks that this is an object: a name can't have both a value and names below it, as in `a=1&a[b]=2`.
    func checkIsObject() throws(KeyValueDecodingError) {
        guard case .node(let node) = content, !node.children.isEmpty || node.values.isEmpty else {
            throw .mismatch([String: Any].self)
        }
        try checkIsOne()
    }

    private func checkIsOne() throws(KeyValueDecodingError) {
        guard case .node(let node) = content, !node.values.isEmpty, !node.children.isEmpty else { return }
        throw .corrupted("must have either a value or nested values, but has both")
    }

    package func string() throws(KeyValueDecodingError) -> String { try text(as: String.self) }

    package func integer() throws(KeyValueDecodingError) -> Int { try integer(Int.self) }
}

extension KeyValueSource: TextSource {
    package var coding: Coding { text.coding }

    package var isNil: Bool {
        let value: KeyValueNode.Value
        switch content {
        case .value(let single): value = single
        case .node(let node):
            guard node.children.isEmpty, node.values.count <= 1 else { return false }
            guard let single = node.values.first else { return true }
            value = single
        }
        return switch coding.nils {
        case .omitted: false
        case .empty: value.range.isEmpty && !value.isFile
        case .flag: value.isFlag
        }
    }

    package func text(as type: Any.Type) throws(KeyValueDecodingError) -> String {
        let range = try value(as: type).range
        guard let text = text.bytes[range].withUnsafeBufferPointer(\.validText) else {
            throw .corrupted("is not UTF-8")
        }
        return text
    }

    package func bool() throws(KeyValueDecodingError) -> Bool {
        try ScalarText.bool(text(as: Bool.self), isLenient: coding.lenientBooleans)
    }

    package func url() throws(KeyValueDecodingError) -> URL { try ScalarText.url(text(as: URL.self)) }

    package func date(at path: [any CodingKey]) throws -> Date {
        try ScalarText.date(text(as: Date.self), coding, at: path)
    }

    package func elements() throws(KeyValueDecodingError) -> [KeyValueSource] {
        guard case .node(let node) = content else { throw .mismatch([Any].self) }
        if !node.children.isEmpty {
            guard node.values.isEmpty else {
                throw .corrupted("must have elements either with or without indices, but has both")
            }
            return try numberedElements()
        }
        guard coding.arrays == .commaSeparated else { return node.values.map { KeyValueSource(text, .value($0)) } }
        return node.values.flatMap { value in
            if value.isFile { return [KeyValueSource(text, .value(value))] }
            return text.bytes[value.range].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { KeyValueSource(text, .value(KeyValueNode.Value(range: $0.indices))) }
        }
    }

    /// Returns the numbered elements in the order of their indices; gaps between the indices are ignored.
    private func numberedElements() throws(KeyValueDecodingError) -> [KeyValueSource] {
        var elements: [(index: Int, node: KeyValueNode)] = []
        for child in children {
            guard let index = Self.index(child.name) else { throw .mismatch([Any].self) }
            elements.append((index, child))
        }
        return elements.sorted { $0.index < $1.index }.map { KeyValueSource(text, .node($0.node)) }
    }

    /// Returns the index of an element from its name: at most nine digits without leading zeros.
    private static func index(_ name: String) -> Int? {
        guard name.utf8.count <= 9, name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), name == "0" || name.first != "0" else {
            return nil
        }
        return Int(name)
    }

    package func container<Key: CodingKey>(
        keyedBy type: Key.Type, at path: [any CodingKey]
    ) throws(KeyValueDecodingError) -> KeyedDecodingContainer<Key> {
        try checkIsObject()
        return KeyedDecodingContainer(KeyValueKeyedDecodingContainer<Key>(source: self, codingPath: path))
    }

    package func located(_ error: any Error, as type: Any.Type, at path: [any CodingKey]) -> any Error {
        (error as? KeyValueDecodingError)?.decodingError(at: path) ?? error
    }
}
