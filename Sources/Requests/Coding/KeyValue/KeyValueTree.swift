/// The pairs of a form or query as a tree of names, built once, so that reading needs no second lookup.
///
/// Nodes, values and bytes are in three arrays, in the order of the input. Memory grows with the length of the input, whatever
/// names and numbers it contains.
///
/// It never changes, so that reading needs no checks for simultaneous access.
final class KeyValueTree {
    /// A name with everything below it; `-1` if there is no such name.
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
    let nodes: [Node]
    let values: [Value]
    let bytes: [UInt8]

    /// The form that the values come from; `nil` if they are pairs.
    let origin: (any KeyValueOrigin)?

    private let indexes: [ChildIndex]

    init(_ builder: consuming KeyValueTreeBuilder) {
        coding = builder.coding
        nodes = builder.nodes
        values = builder.values
        bytes = builder.bytes
        indexes = builder.indexes
        origin = builder.origin
    }

    /// Makes a tree that has bytes and no names.
    init(bytes: [UInt8], coding: Coding) {
        self.coding = coding
        self.bytes = bytes
        nodes = Self.noNames
        values = []
        indexes = []
        origin = nil
    }

    /// The root and the node for a missing value.
    static let noNames = [Node(""), Node("")]

    /// The root node.
    static let root: Int32 = 0

    /// The node for a missing value.
    static let nothing: Int32 = 1

    /// Returns whether a value is a file.
    func isFile(_ value: Int32) -> Bool { origin?.isFile(Int(value)) ?? false }

    /// Returns the child with a name.
    func existingChild(of parent: Int32, named name: String) -> Int32? {
        Self.child(of: parent, named: name, nodes, indexes)
    }

    static func child(of parent: Int32, named name: String, _ nodes: [Node], _ indexes: [ChildIndex]) -> Int32? {
        let parent = Int(parent)
        if nodes[parent].index >= 0 { return indexes[Int(nodes[parent].index)].child(named: name) }
        var child = nodes[parent].firstChild
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
struct ChildIndex {
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
