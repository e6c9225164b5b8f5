import Foundation

/// The source of a value: a name with everything below it, or one element of an array.
package struct KeyValueSource {
    let tree: KeyValueTree
    private let content: Content

    private enum Content {
        case node(Int32)
        case value(Int32)
        case bytes(Range<Int>)
    }

    private init(tree: KeyValueTree, content: Content) {
        self.tree = tree
        self.content = content
    }

    init(_ tree: KeyValueTree, node: Int32) {
        self.init(tree: tree, content: .node(node))
    }

    init(_ tree: KeyValueTree, bytes: Range<Int>) {
        self.init(tree: tree, content: .bytes(bytes))
    }

    var coding: Coding { tree.coding }

    /// The node; a plain element has one without children.
    var node: Int32 {
        if case .node(let node) = content { node } else { KeyValueTree.nothing }
    }

    /// Returns the value of a name below this one.
    package func child(named name: String) -> KeyValueSource? {
        tree.existingChild(of: node, named: name).map { KeyValueSource(tree, node: $0) }
    }

    /// Indicates whether this is a written `nil`.
    package var isNil: Bool {
        let index: Int32
        switch content {
        case .node(let nodeIndex):
            let node = tree.nodes[Int(nodeIndex)]
            if node.childCount == 0, node.valueCount == 0 { return true }
            guard node.childCount == 0, node.valueCount == 1 else { return false }
            index = node.firstValue
        case .value(let valueIndex):
            index = valueIndex
        case .bytes(let range):
            return range.isEmpty && coding.nils == .empty
        }
        let value = tree.values[Int(index)]
        switch coding.nils {
        case .omitted: return false
        case .empty: return value.start == value.end && !tree.isFile(index)
        case .flag: return value.isFlag
        }
    }

    /// Returns the elements of an array in order, with the indices that they were written with.
    func elements() throws(KeyValueDecodingError) -> [KeyValueSource] {
        guard case .node(let index) = content else { throw .mismatch([Any].self) }
        let node = tree.nodes[Int(index)]
        if node.childCount > 0 {
            guard node.valueCount == 0 else { throw .corrupted("has elements with numbers and without") }
            return try numberedElements()
        }
        var elements: [KeyValueSource] = []
        elements.reserveCapacity(Int(node.valueCount))
        var value = node.firstValue
        while value >= 0 {
            let (start, end) = (tree.values[Int(value)].start, tree.values[Int(value)].end)
            if coding.arrays == .commaSeparated, !tree.isFile(value) {
                var from = start
                for position in start..<end where tree.bytes[position] == UInt8(ascii: ",") {
                    elements.append(KeyValueSource(tree: tree, content: .bytes(from..<position)))
                    from = position + 1
                }
                elements.append(KeyValueSource(tree: tree, content: .bytes(from..<end)))
            } else {
                elements.append(KeyValueSource(tree: tree, content: .value(value)))
            }
            value = tree.values[Int(value)].next
        }
        return elements
    }

    /// Closes gaps between indices: an index gives the order of an element, and not the number of elements.
    private func numberedElements() throws(KeyValueDecodingError) -> [KeyValueSource] {
        var elements: [(index: Int, node: Int32)] = []
        var isSorted = true
        for child in tree.children(of: node) {
            guard let index = ArrayIndex.value(of: tree.nodes[Int(child)].name) else { throw .mismatch([Any].self) }
            if let last = elements.last, last.index > index { isSorted = false }
            elements.append((index, child))
        }
        if !isSorted { elements.sort { $0.index < $1.index } }
        return elements.map { KeyValueSource(tree, node: $0.node) }
    }

    /// Checks that a name does not have both a value and values below it, because one would be lost: `a=1&a[b]=2`.
    func checkIsOne() throws(KeyValueDecodingError) {
        guard case .node(let index) = content else { return }
        let node = tree.nodes[Int(index)]
        if node.valueCount > 0, node.childCount > 0 { throw .corrupted("has a value and values below it") }
    }

    /// Returns the position of a single value in the tree.
    ///
    /// - Parameter type: The type that is expected, for an error.
    /// - Returns: The position.
    /// - Throws: A problem if there is no value, or more than one.
    func index(of type: Any.Type) throws(KeyValueDecodingError) -> Int {
        _ = try range(of: type)
        switch content {
        case .node(let index): return Int(tree.nodes[Int(index)].firstValue)
        case .value(let index): return Int(index)
        case .bytes: throw .mismatch(type)
        }
    }

    /// Returns the range of a single value's bytes.
    func range(of type: Any.Type) throws(KeyValueDecodingError) -> Range<Int> {
        switch content {
        case .node(let index):
            let node = tree.nodes[Int(index)]
            guard node.valueCount <= 1 else {
                throw .corrupted("has \(node.valueCount) values where one is expected")
            }
            guard node.valueCount == 1 else {
                throw node.childCount > 0 ? .mismatch(type) : .missing(type)
            }
            try checkIsOne()
            let value = tree.values[Int(node.firstValue)]
            return value.start..<value.end
        case .value(let index):
            return tree.values[Int(index)].start..<tree.values[Int(index)].end
        case .bytes(let range):
            return range
        }
    }

    package func string(as type: Any.Type = String.self) throws(KeyValueDecodingError) -> String {
        let range = try range(of: type)
        guard let text = tree.bytes[range].withUnsafeBufferPointer(\.validText) else {
            throw .corrupted("is not UTF-8")
        }
        return text
    }
}
