#if XML
import Foundation
import RequestsCore
import XMLCoder

/// Visits a value before it is encoded, and rejects values that XML can't carry or that XMLCoder would read back differently.
struct XMLCheck {
    let keys: Coding.KeyStyle
    /// The values that the user gave to XMLCoder's encoder.
    let userInfo: [CodingUserInfoKey: Any]

    /// The shape of a value, found by encoding it.
    enum Shape { case object, array, scalar, null }

    /// A value that was visited.
    struct Node {
        let shape: Shape
        /// The number of the value's members or elements.
        var count = 0
        var isDictionary = false

        /// Indicates whether the value is an array or a dictionary that is written as nothing.
        var isEmpty: Bool { count == 0 && (shape == .array || isDictionary) }

        /// Indicates whether the value is a dictionary that is written as an array of keys and values.
        var hasUnnamedKeys: Bool { isDictionary && shape == .array && count > 0 }
    }

    /// The maximum nesting of elements, because XMLCoder needs about 4 KB of stack per level.
    static let maximumDepth = 100

    /// Checks a whole value, and returns its shape.
    func shape(of value: some Encodable) throws -> Shape {
        let node = try check(value, at: [])
        guard node.shape != .null else { throw XMLIssue("is nil, which can't be written as an XML document", []) }
        if node.isDictionary, node.shape == .array { throw Self.dictionary(at: []) }
        if node.shape == .array, node.count == 0, Swift.type(of: value) is any OptionalType.Type {
            throw Self.empty(at: [])
        }
        return node.shape
    }

    private func check<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws -> Node {
        guard path.count < Self.maximumDepth else {
            throw XMLIssue("is nested more than \(Self.maximumDepth) elements deep", Array(path.prefix(8)))
        }
        if let text = value as? String {
            try Self.check(text: text, at: path)
            return Node(shape: .scalar)
        }
        if value is any XMLScalarValue { return Node(shape: .scalar) }
        if let json = value as? JSONValue {
            guard let text = json.string else {
                throw XMLIssue(
                    "is a JSONValue that isn't a string, but the receiver would read it as a string: use a type such as Int",
                    path)
            }
            try Self.check(text: text, at: path)
            return Node(shape: .scalar)
        }
        if let wrapper = value as? any XMLWrapper, wrapper.content is Date {
            throw XMLIssue(
                "is a date in a property wrapper of XMLCoder, but such wrappers write dates as seconds since 2001: "
                    + "remove the wrapper, and return .attribute or .element from nodeEncoding(for:)", path)
        }
        let outline = try Outline(of: value, at: path, userInfo: userInfo)
        let isDictionary = value is any XMLDictionary
        var node = try check(outline, at: path, isDictionary: isDictionary)
        node.isDictionary = isDictionary
        return node
    }

    private func check(_ outline: Outline, at path: [any CodingKey], isDictionary: Bool = false) throws -> Node {
        switch outline.shape {
        case .single(let content):
            let node = try check(content, at: path)
            if node.isDictionary, node.count == 0 { throw Self.empty(at: path) }
            return Node(shape: node.shape, count: node.count)
        case .members:
            for member in outline.members { try check(member, at: path, inDictionary: isDictionary) }
            return Node(shape: .object, count: outline.members.count)
        case .elements:
            for (index, element) in outline.elements.enumerated() {
                let path = path + [WireKey(String(index))]
                let node = try check(element, at: path)
                if node.shape == .null { throw Self.null(at: path) }
                if node.hasUnnamedKeys { throw Self.dictionary(at: path) }
                if node.isEmpty { throw Self.empty(at: path) }
            }
            return Node(shape: .array, count: outline.elements.count)
        case .nothing: return Node(shape: .object)
        case .invalid(let error): throw error
        }
    }

    private func check(_ member: Outline.Member, at path: [any CodingKey], inDictionary: Bool) throws {
        // An absent property is written as nothing.
        if case .null(_?) = member.content { return }
        let key = member.key
        let path = path + [key]
        // The empty key is XMLCoder's name for an element's text.
        guard member.name.isEmpty && !inDictionary || Self.isName(keys.wireKey(of: key).stringValue) else {
            throw XMLIssue(
                "has a member whose name isn't valid in XML: \(member.name.escapedForDisplay)", path.dropLast())
        }
        let node = try check(member.content, at: path)
        if node.shape == .null, !(member.content.value is any XMLAttribute) { throw Self.null(at: path) }
        if node.hasUnnamedKeys { throw Self.dictionary(at: path) }
        guard let value = member.content.value, node.isEmpty else { return }
        // In an object, a missing list is read as an empty one.
        let mayBeMissing = member.isOptional || type(of: value) is any OptionalType.Type
        if node.isDictionary || mayBeMissing || inDictionary { throw Self.empty(at: path) }
    }

    private func check(_ content: Outline.Content, at path: [any CodingKey]) throws -> Node {
        switch content {
        case .outline(let outline): return try check(outline, at: path)
        default: return try content.value.map { try check($0, at: path) } ?? Node(shape: .null)
        }
    }

    private static func empty(at path: [any CodingKey]) -> XMLIssue {
        XMLIssue("is an empty array or dictionary, which XML can't distinguish from a missing value", path)
    }

    private static func null(at path: [any CodingKey]) -> XMLIssue {
        XMLIssue("is nil, which would be read back as an empty string: leave the value out", path)
    }

    private static func dictionary(at path: [any CodingKey]) -> XMLIssue {
        XMLIssue("is a dictionary with keys that aren't strings, which XML can't represent", path)
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
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
extension Int128: XMLScalarValue {}
extension UInt: XMLScalarValue {}
extension UInt8: XMLScalarValue {}
extension UInt16: XMLScalarValue {}
extension UInt32: XMLScalarValue {}
extension UInt64: XMLScalarValue {}
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
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
