/// A tree of the names in a form or query, in which decoding finds each name without searching the pairs again.
struct KeyValueTree {
    let coding: Coding
    var bytes: [UInt8] = []
    private let root = KeyValueNode("")
    private var valueCount = 0

    init(coding: Coding) { self.coding = coding }

    /// Adds a pair with its decoded name; its value is a range of the bytes.
    ///
    /// - Throws: A `DecodingError` if the name is not UTF-8, or is nested deeper than an encoded value can be.
    mutating func add(_ name: ArraySlice<UInt8>, value: Range<Int>, isFlag: Bool, isFile: Bool = false) throws {
        var node = root
        let parts = coding.parts(ofName: name)
        for (depth, part) in parts.enumerated() {
            let limit = KeyValueWriter.depthLimit
            guard depth < limit, let text = part.withUnsafeBufferPointer(\.validText) else {
                let problem =
                    depth < limit ? "has a name that is not UTF-8" : "is nested more than \(limit) levels deep"
                throw KeyValueDecodingError.corrupted(problem)
                    .decodingError(at: parts[..<depth].map { WireKey(String(decoding: $0, as: UTF8.self)) })
            }
            node = node.addedChild(named: text)
        }
        node.values.append(KeyValueNode.Value(range: value, isFlag: isFlag, isFile: isFile, position: valueCount))
        valueCount += 1
    }

    /// Returns the decoder of the whole tree.
    ///
    /// - Parameter file: Returns a part of the multipart form as a file, by its position.
    /// - Returns: The decoder.
    func decoder(file: ((Int) -> any FormFile)? = nil) -> KeyValueDecoder {
        KeyValueDecoder(
            KeyValueSource(KeyValueSource.Text(coding: coding, bytes: bytes, file: file), .node(root)))
    }
}

/// A name with everything below it.
final class KeyValueNode {
    /// A value as a range of the tree's bytes.
    struct Value {
        let range: Range<Int>
        /// Indicates whether the pair has no `=`.
        var isFlag = false
        /// Indicates whether the value is a file, which is never `nil`, and whose commas don't separate elements.
        var isFile = false
        /// The number of values before this value.
        var position = 0
    }

    let name: String
    fileprivate(set) var values: [Value] = []
    private(set) var children: [KeyValueNode] = []

    /// The positions of the children by name, if there are many.
    private var positions: [String: Int] = [:]

    init(_ name: String) { self.name = name }

    func child(named name: String) -> KeyValueNode? {
        if positions.isEmpty { return children.first { $0.name == name } }
        return positions[name].map { children[$0] }
    }

    fileprivate func addedChild(named name: String) -> KeyValueNode {
        if let child = child(named: name) { return child }
        let child = KeyValueNode(name)
        children.append(child)
        if !positions.isEmpty {
            positions[name] = children.count - 1
        } else if children.count > 8 {
            for (position, child) in children.enumerated() { positions[child.name] = position }
        }
        return child
    }
}
