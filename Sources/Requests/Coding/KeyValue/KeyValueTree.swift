/// The pairs of a form or query as a tree of names, built once, so that reading needs no second lookup.
///
/// Nodes, values and bytes are in three arrays, in the order of the input. Memory grows with the length of the input, whatever
/// names and numbers it contains.
final class KeyValueTree {
    /// A name with everything below it; `-1` is none.
    struct Node {
        let name: String
        var next: Int32 = -1
        var firstChild: Int32 = -1
        var lastChild: Int32 = -1
        var childCount: Int32 = 0
        var firstValue: Int32 = -1
        var lastValue: Int32 = -1
        var valueCount: Int32 = 0
        var index: Int32 = -1

        init(_ name: String) {
            self.name = name
        }
    }

    /// The bytes of a value, decoded.
    struct Value {
        let start: Int
        let end: Int
        /// Indicates whether there was no `=`.
        let isFlag: Bool
        var next: Int32 = -1
    }

    let coding: Coding
    private(set) var nodes = [Node(""), Node("")]
    private(set) var values: [Value] = []
    private(set) var bytes: [UInt8] = []
    private var indexes: [ChildIndex] = []

    /// The form that the values come from; `nil` if they are pairs.
    let origin: (any KeyValueOrigin)?

    /// The child that was found or made last at each level: pairs of one parent are next to each other.
    private var recent: [Int32] = []

    /// The root node.
    static let root: Int32 = 0

    /// The node for a missing value.
    static let nothing: Int32 = 1

    /// The maximum number of parts in a name: the same depth as for an encoded value.
    static let depthLimit = KeyValueWriter.depthLimit

    /// The number of children that are searched one by one.
    private static let scanLimit = 8

    init(coding: Coding, origin: (any KeyValueOrigin)? = nil) {
        self.coding = coding
        self.origin = origin
    }

    func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    /// Adds a pair with its decoded name and value.
    func add(_ name: ArraySlice<UInt8>, value: some Sequence<UInt8>, isFlag: Bool) throws {
        let start = bytes.count
        bytes.append(contentsOf: value)
        try add(name, valueFrom: start, isFlag: isFlag)
    }

    /// Adds a pair whose value has been written already.
    func add(_ name: ArraySlice<UInt8>, valueFrom start: Int, isFlag: Bool) throws {
        try add(name, value: start..<bytes.count, isFlag: isFlag)
    }

    /// Adds a pair whose value is a range of the bytes.
    func add(_ name: ArraySlice<UInt8>, value: Range<Int>, isFlag: Bool) throws {
        guard let index = Int32(exactly: values.count), nodes.count < Int(Int32.max) - 2 * Self.depthLimit else {
            throw KeyValueDecodingError.corrupted("has too many pairs").decodingError(at: [])
        }
        let node = Int(try node(named: name))
        values.append(Value(start: value.lowerBound, end: value.upperBound, isFlag: isFlag))
        if nodes[node].firstValue < 0 {
            nodes[node].firstValue = index
        } else {
            values[Int(nodes[node].lastValue)].next = index
        }
        nodes[node].lastValue = index
        nodes[node].valueCount += 1
    }

    /// Appends the bytes of a value with a function.
    func write(_ body: (inout [UInt8]) -> Void) {
        body(&bytes)
    }

    /// Returns whether a value is a file.
    func isFile(_ value: Int32) -> Bool { origin?.isFile(Int(value)) ?? false }

    private func node(named name: ArraySlice<UInt8>) throws -> Int32 {
        var parts = NestedNameReader(name, coding: coding)
        var node = Self.root
        var depth = 0
        while let part = parts.next() {
            guard depth < Self.depthLimit else {
                throw KeyValueDecodingError.corrupted("is nested more than \(Self.depthLimit) levels deep")
                    .decodingError(at: path(of: node))
            }
            guard let text = String(validating: part, as: UTF8.self) else {
                throw KeyValueDecodingError.corrupted("has a name that is not UTF-8").decodingError(at: path(of: node))
            }
            node = child(of: node, named: text, depth: depth)
            depth += 1
        }
        return node
    }

    /// Returns the path of a node that was made for the name that is being added.
    private func path(of node: Int32) -> [any CodingKey] {
        guard let depth = recent.firstIndex(of: node) else { return [] }
        return recent[...depth].map { WireKey(nodes[Int($0)].name) }
    }

    private func child(of parent: Int32, named name: String, depth: Int) -> Int32 {
        if depth == recent.count {
            recent.append(-1)
        } else if recent[depth] >= 0 {
            if nodes[Int(recent[depth])].name == name { return recent[depth] }
            // Entries below another child are no longer recent.
            for level in (depth + 1)..<max(recent.count, depth + 1) where recent[level] >= 0 { recent[level] = -1 }
        }
        let child = existingChild(of: parent, named: name) ?? append(Node(name), to: parent)
        recent[depth] = child
        return child
    }

    private func append(_ node: Node, to parent: Int32) -> Int32 {
        let child = Int32(truncatingIfNeeded: nodes.count)
        nodes.append(node)
        let parent = Int(parent)
        if nodes[parent].firstChild < 0 {
            nodes[parent].firstChild = child
        } else {
            nodes[Int(nodes[parent].lastChild)].next = child
        }
        nodes[parent].lastChild = child
        nodes[parent].childCount += 1
        if nodes[parent].index >= 0 {
            indexes[Int(nodes[parent].index)].add(child, named: node.name)
        } else if nodes[parent].childCount > Self.scanLimit {
            var index = ChildIndex()
            for sibling in children(of: Int32(truncatingIfNeeded: parent)) {
                index.add(sibling, named: nodes[Int(sibling)].name)
            }
            nodes[parent].index = Int32(truncatingIfNeeded: indexes.count)
            indexes.append(index)
        }
        return child
    }

    /// Returns the child with a name.
    func existingChild(of parent: Int32, named name: String) -> Int32? {
        let node = nodes[Int(parent)]
        if node.index >= 0 { return indexes[Int(node.index)].child(named: name) }
        var child = node.firstChild
        while child >= 0 {
            if nodes[Int(child)].name == name { return child }
            child = nodes[Int(child)].next
        }
        return nil
    }

    /// Returns the children of a node in the order of the input.
    func children(of parent: Int32) -> some Sequence<Int32> {
        sequence(state: nodes[Int(parent)].firstChild) { [self] child -> Int32? in
            guard child >= 0 else { return nil }
            defer { child = nodes[Int(child)].next }
            return child
        }
    }
}

/// A form whose values are not only texts, such as one with files.
protocol KeyValueOrigin {
    /// Returns whether a value is a file: then it is not a `nil`, and its commas don't separate elements.
    ///
    /// - Parameter value: The position of the value in the tree.
    /// - Returns: `true` if it is one.
    func isFile(_ value: Int) -> Bool
}

/// Finds a child by its name if there are many.
private struct ChildIndex {
    /// The children that came as 0, 1, 2 and so on.
    private var numbered: [Int32] = []
    private var named: [String: Int32] = [:]

    mutating func add(_ child: Int32, named name: String) {
        if named.isEmpty, ArrayIndex.value(of: name) == numbered.count {
            numbered.append(child)
        } else {
            named[name] = child
        }
    }

    func child(named name: String) -> Int32? {
        if !numbered.isEmpty, let index = ArrayIndex.value(of: name), index < numbered.count { return numbered[index] }
        return named[name]
    }
}

/// The index of an element in a name: digits without leading zeros, below a thousand million.
enum ArrayIndex {
    static func value(of name: String) -> Int? {
        let digits = name.utf8
        guard 1...9 ~= digits.count, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        var value = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }
}
