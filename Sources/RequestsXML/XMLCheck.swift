#if XML
import Foundation
import Requests
import XMLCoder

/// Visits a value before it is encoded, and rejects values that XML can't carry or that XMLCoder would read back differently.
struct XMLCheck: Encoder {
    let keys: Coding.KeyStyle
    let codingPath: [any CodingKey]
    let node: Node

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The shape of a value, found by encoding it.
    enum Shape { case object, array, scalar, null }

    final class Node {
        var shape = Shape.object
        var count = 0
        let isDictionary: Bool

        init(isDictionary: Bool) { self.isDictionary = isDictionary }
    }

    /// The maximum nesting of elements, because XMLCoder needs about 4 KB of stack per level.
    static let maximumDepth = 100

    static func shape(of value: some Encodable, keys: Coding.KeyStyle) throws -> Shape {
        let node = try check(value, keys: keys, at: [])
        guard node.shape != .null else { throw XMLIssue("the value is nil, of which there is no document", []) }
        if node.isDictionary, node.shape == .array { throw dictionary(at: []) }
        if node.shape == .array, node.count == 0, Swift.type(of: value) is any OptionalType.Type { throw empty(at: []) }
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

    /// Makes a check for a nested value.
    func nested(_ key: any CodingKey) -> XMLCheck {
        XMLCheck(keys: keys, codingPath: codingPath + [key], node: Node(isDictionary: false))
    }

    static func check<Value: Encodable>(
        _ value: Value, keys: Coding.KeyStyle, at path: [any CodingKey]
    ) throws -> Node {
        guard path.count < maximumDepth else {
            throw XMLIssue("is more than \(maximumDepth) elements deep", Array(path.prefix(8)))
        }
        let node = Node(isDictionary: value is any XMLDictionary)
        if let text = value as? String {
            try check(text: text, at: path)
            node.shape = .scalar
        } else if value is any XMLScalarValue {
            node.shape = .scalar
        } else {
            if let wrapper = value as? any XMLWrapper, wrapper.content is Date {
                throw XMLIssue(
                    "is a date behind a wrapper of XMLCoder, which writes it as seconds since 2001: name the property in "
                        + "nodeEncoding(for:) instead", path)
            }
            try value.encode(to: XMLCheck(keys: keys, codingPath: path, node: node))
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
