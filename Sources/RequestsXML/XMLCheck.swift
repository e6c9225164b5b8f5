#if XML
import Foundation
import Requests
import XMLCoder

/// Visits a value before it is encoded, and rejects values that XML can't carry or that XMLCoder would read back differently.
struct XMLCheck: Encoder {
    let keys: Coding.KeyStyle
    /// The values that the user gave to XMLCoder's encoder.
    let userInfo: [CodingUserInfoKey: Any]
    private(set) var codingPath: [any CodingKey] = []
    private(set) var node = Node(isDictionary: false)

    /// The shape of a value, found by encoding it.
    enum Shape { case object, array, scalar, null }

    final class Node {
        var shape = Shape.object
        var count = 0
        let isDictionary: Bool
        /// The containers in which the value writes its parts by itself.
        fileprivate var nested: [(check: XMLCheck, issue: XMLIssue?)] = []

        init(isDictionary: Bool) { self.isDictionary = isDictionary }
    }

    init(keys: Coding.KeyStyle, userInfo: [CodingUserInfoKey: Any]) {
        self.keys = keys
        self.userInfo = userInfo
    }

    /// The maximum nesting of elements, because XMLCoder needs about 4 KB of stack per level.
    static let maximumDepth = 100

    func shape(of value: some Encodable) throws -> Shape {
        let node = try check(value, at: [])
        guard node.shape != .null else { throw XMLIssue("the value is nil, of which there is no document", []) }
        if node.isDictionary, node.shape == .array { throw Self.dictionary(at: []) }
        if node.shape == .array, node.count == 0, Swift.type(of: value) is any OptionalType.Type {
            throw Self.empty(at: [])
        }
        return node.shape
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.shape = .object
        return KeyedEncodingContainer(XMLCheckKeyedEncodingContainer<Key>(check: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.shape = .array
        return XMLCheckUnkeyedEncodingContainer(check: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        node.shape = .scalar
        return XMLCheckSingleValueEncodingContainer(check: self)
    }

    private func inside(_ path: [any CodingKey], _ node: Node) -> XMLCheck {
        var check = self
        check.codingPath = path
        check.node = node
        return check
    }

    /// Makes a check for a nested container.
    ///
    /// Making a container can't throw, so an issue with its name is thrown once the value has been encoded.
    func nested(_ key: any CodingKey, _ issue: XMLIssue? = nil) -> XMLCheck {
        let nested = inside(codingPath + [key], Node(isDictionary: false))
        node.nested.append((nested, issue))
        return nested
    }

    private static func check(nestedIn node: Node) throws {
        for (nested, issue) in node.nested {
            if let issue { throw issue }
            if nested.node.shape == .null { throw null(at: nested.codingPath) }
            // In an object, a missing list is read as an empty one.
            let isEmpty = nested.node.shape == .array && nested.node.count == 0
            if isEmpty, node.shape == .array { throw empty(at: nested.codingPath) }
            try check(nestedIn: nested.node)
        }
    }

    func check<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws -> Node {
        guard path.count < Self.maximumDepth else {
            throw XMLIssue("is more than \(Self.maximumDepth) elements deep", Array(path.prefix(8)))
        }
        let node = Node(isDictionary: value is any XMLDictionary)
        if let text = value as? String {
            try Self.check(text: text, at: path)
            node.shape = .scalar
        } else if value is any XMLScalarValue {
            node.shape = .scalar
        } else {
            if let wrapper = value as? any XMLWrapper, wrapper.content is Date {
                throw XMLIssue(
                    "is a date behind a wrapper of XMLCoder, which writes it as seconds since 2001: name the property in "
                        + "nodeEncoding(for:) instead", path)
            }
            try value.encode(to: inside(path, node))
            try Self.check(nestedIn: node)
        }
        return node
    }

    static func empty(at path: [any CodingKey]) -> XMLIssue {
        XMLIssue("is empty, which is written as nothing, so that it would be read as missing", path)
    }

    static func null(at path: [any CodingKey]) -> XMLIssue {
        XMLIssue("is nil, which would be read as an empty text: leave it out", path)
    }

    static func dictionary(at path: [any CodingKey]) -> XMLIssue {
        XMLIssue("is a dictionary whose keys are neither texts nor made of them", path)
    }
}

/// A scalar of Foundation or the standard library, which is checked without encoding it.
protocol XMLScalarValue {}
extension Bool: XMLScalarValue {}
extension Int: XMLScalarValue {}
extension Int8: XMLScalarValue {}
extension Int16: XMLScalarValue {}
extension Int32: XMLScalarValue {}
extension Int64: XMLScalarValue {}
extension Int128: XMLScalarValue {}
extension UInt: XMLScalarValue {}
extension UInt8: XMLScalarValue {}
extension UInt16: XMLScalarValue {}
extension UInt32: XMLScalarValue {}
extension UInt64: XMLScalarValue {}
extension UInt128: XMLScalarValue {}
extension Float: XMLScalarValue {}
extension Double: XMLScalarValue {}
extension Decimal: XMLScalarValue {}
extension Date: XMLScalarValue {}
extension Data: XMLScalarValue {}
extension URL: XMLScalarValue {}

/// A dictionary with keys of any type.
protocol XMLDictionary {}
extension Dictionary: XMLDictionary {}

/// A property wrapper of XMLCoder.
protocol XMLWrapper {
    var content: Any { get }
}
extension Attribute: XMLWrapper {
    var content: Any { wrappedValue }
}
extension Element: XMLWrapper {
    var content: Any { wrappedValue }
}
extension ElementAndAttribute: XMLWrapper {
    var content: Any { wrappedValue }
}

/// A wrapper that omits `nil`.
protocol XMLAttribute {}
extension Attribute: XMLAttribute {}
#endif
