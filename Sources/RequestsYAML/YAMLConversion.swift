#if YAML
import Requests
import RequestsOpenAPI
import Yams

/// Converts YAML to JSON, using the core schema of YAML 1.2 (section 10.3).
struct YAMLConversion {
    private static let depthLimit = 512

    private let nodeLimit: Int
    private var nodeCount = 0

    init(nodeLimit: Int) { self.nodeLimit = nodeLimit }

    /// Returns the JSON value of a node.
    ///
    /// - Throws: A problem if the value is too deep or too large, or if a name isn't a scalar.
    mutating func value(of node: Node, depth: Int = 0) throws(OpenAPIProblems) -> JSONValue {
        nodeCount += 1
        if nodeCount > nodeLimit { throw .yaml("the document is too large after the aliases are replaced") }
        if depth > Self.depthLimit { throw .yaml("the document is nested deeper than \(Self.depthLimit) levels") }
        switch node {
        case .scalar(let scalar): return Self.value(of: scalar)
        case .sequence(let sequence):
            var elements: [JSONValue] = []
            for element in sequence { elements.append(try value(of: element, depth: depth + 1)) }
            return .array(elements)
        case .mapping(let mapping): return .object(try members(of: mapping, depth: depth))
        case .alias: throw .yaml("an alias doesn't refer to an anchor")
        }
    }

    private mutating func members(of mapping: Node.Mapping, depth: Int) throws(OpenAPIProblems) -> JSONValue.Object {
        var members = JSONValue.Object()
        var merged: [JSONValue] = []
        for (key, content) in mapping {
            guard case .scalar(let name) = key else {
                throw .yaml("a key is a sequence or a mapping instead of a scalar\(Self.line(of: key))")
            }
            let value = try value(of: content, depth: depth + 1)
            if name.string == "<<", name.style == .plain {
                merged += value.array ?? [value]
            } else {
                members[name.string] = value
            }
        }
        // The members beside a merge key take precedence over the key's mappings, and an earlier mapping takes
        // precedence over a later one.
        for (name, value) in merged.flatMap({ $0.object.map(Array.init) ?? [] }) where members[name] == nil {
            members[name] = value
        }
        return members
    }

    private static func line(of node: Node) -> String { node.mark.map { ", at line \($0.line)" } ?? "" }

    private static func value(of scalar: Node.Scalar) -> JSONValue {
        let text = scalar.string
        guard scalar.style == .plain, scalar.tag != Tag(.str) else { return .string(text) }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return number(text).map(JSONValue.number) ?? .string(text)
        }
    }

    /// Returns the number in a text; `nil` for infinity, and for a text that isn't a number.
    static func number(_ text: String) -> JSONValue.Number? {
        guard let first = text.utf8.first, 0x30...0x39 ~= first || "+-.".utf8.contains(first) else { return nil }
        if let number = JSONValue.Number(text) { return number }
        if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) {
            if let number = integer(text, as: Int128.self) { return number }
        } else if let number = integer(text, as: Int.self) {
            return number
        }
        let isDecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || "+-.eE".utf8.contains($0) }
        return isDecimal ? Double(text).flatMap { JSONValue.Number($0) } : nil
    }

    private static func integer<Integer: FixedWidthInteger>(_ text: String, as type: Integer.Type) -> JSONValue.Number?
    {
        let radix = text.hasPrefix("0x") ? 16 : text.hasPrefix("0o") ? 8 : 10
        return Integer(text.dropFirst(radix == 10 ? 0 : 2), radix: radix).map { JSONValue.Number($0) }
    }
}
#endif
