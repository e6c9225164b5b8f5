/// Builds a tree of names from the pairs of a form or query.
struct KeyValueTreeBuilder {
    let coding: Coding
    private(set) var nodes = KeyValueTree.noNames
    private(set) var values: [KeyValueTree.Value] = []
    private(set) var bytes: [UInt8] = []
    private(set) var indexes: [ChildIndex] = []

    /// The form that the values come from; `nil` if they are pairs.
    let origin: (any KeyValueOrigin)?

    /// The child that was found or made last at each level: pairs of one parent are next to each other.
    private var recent: [Int32] = []

    /// The maximum number of parts in a name: the same depth as for an encoded value.
    private static let depthLimit = KeyValueWriter.depthLimit

    /// The number of children that are searched one by one.
    private static let scanLimit = 8

    init(coding: Coding, origin: (any KeyValueOrigin)? = nil) {
        self.coding = coding
        self.origin = origin
    }

    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    /// Adds a pair with its decoded name and value.
    mutating func add(_ name: ArraySlice<UInt8>, value: some Sequence<UInt8>, isFlag: Bool) throws {
        let start = bytes.count
        bytes.append(contentsOf: value)
        try add(name, valueFrom: start, isFlag: isFlag)
    }

    /// Adds a pair whose value has been written already.
    mutating func add(_ name: ArraySlice<UInt8>, valueFrom start: Int, isFlag: Bool) throws {
        try add(name, value: start..<bytes.count, isFlag: isFlag)
    }

    /// Adds a pair whose value is a range of the bytes.
    mutating func add(_ name: ArraySlice<UInt8>, value: Range<Int>, isFlag: Bool) throws {
        guard let index = Int32(exactly: values.count), nodes.count < Int(Int32.max) - 2 * Self.depthLimit else {
            throw KeyValueDecodingError.corrupted("has too many pairs").decodingError(at: [])
        }
        let node = Int(try node(named: name))
        values.append(KeyValueTree.Value(start: value.lowerBound, end: value.upperBound, isFlag: isFlag))
        if nodes[node].firstValue < 0 {
            nodes[node].firstValue = index
        } else {
            values[Int(nodes[node].lastValue)].next = index
        }
        nodes[node].lastValue = index
        nodes[node].valueCount += 1
    }

    /// Appends the bytes of a value with a function.
    mutating func write(_ body: (inout [UInt8]) -> Void) {
        body(&bytes)
    }

    private mutating func node(named name: ArraySlice<UInt8>) throws -> Int32 {
        var parts = NestedNameReader(name, coding: coding)
        var node = KeyValueTree.root
        var depth = 0
        while let part = parts.next() {
            guard depth < Self.depthLimit else {
                throw KeyValueDecodingError.corrupted("is nested more than \(Self.depthLimit) levels deep")
                    .decodingError(at: path(of: node))
            }
            guard let text = part.withUnsafeBufferPointer(\.validText) else {
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

    private mutating func child(of parent: Int32, named name: String, depth: Int) -> Int32 {
        if depth == recent.count {
            recent.append(-1)
        } else if recent[depth] >= 0 {
            if nodes[Int(recent[depth])].name == name { return recent[depth] }
            // Entries below another child are no longer recent.
            for level in (depth + 1)..<max(recent.count, depth + 1) where recent[level] >= 0 { recent[level] = -1 }
        }
        let child =
            KeyValueTree.child(of: parent, named: name, nodes, indexes)
            ?? append(KeyValueTree.Node(name), to: parent)
        recent[depth] = child
        return child
    }

    private mutating func append(_ node: KeyValueTree.Node, to parent: Int32) -> Int32 {
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
            var sibling = nodes[parent].firstChild
            while sibling >= 0 {
                index.add(sibling, named: nodes[Int(sibling)].name)
                sibling = nodes[Int(sibling)].next
            }
            nodes[parent].index = Int32(truncatingIfNeeded: indexes.count)
            indexes.append(index)
        }
        return child
    }
}
