package import Foundation

/// The names of properties on the wire in a style; each name is converted only once in a decoding.
package final class WireNames {
    private let style: Coding.KeyStyle
    private var keys: [String: WireKey] = [:]
    private var orders: [ObjectIdentifier: Order] = [:]
    /// For each name on the wire, the property as which the style reads it; `nil` if the style writes the property with
    /// that name.
    private var others: [String: String?] = [:]

    /// The keys of a type in the order in which the type reads its properties.
    ///
    /// Comparing a name with the next key is much faster than finding the name in a dictionary.
    final class Order {
        fileprivate(set) var keys: [(property: String, key: WireKey)] = []
    }

    /// The JSON that contains the names; `nil` if they aren't in JSON.
    private let json: Data?
    private(set) lazy var mayHaveOthers = json.map { mayHaveOthers(in: $0) } ?? true

    /// Makes the names; `nil` for verbatim names.
    package init?(_ style: Coding.KeyStyle, inJSON json: Data? = nil) {
        guard style.changesNames else { return nil }
        self.style = style
        self.json = json
    }

    /// Returns whether JSON can contain a name that the style reads as a property, but doesn't write.
    ///
    /// Scanning all bytes once is much faster than listing the names of each object.
    private func mayHaveOthers(in json: Data) -> Bool {
        guard case .snakeCase = style else { return true }
        return json.withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self) { !$0.hasOnlyReversibleNames } }
    }

    /// Returns the key with the name of a property on the wire.
    func key(of property: String) -> WireKey {
        if let key = keys[property] { return key }
        let key = WireKey(style.wireName(of: property))
        keys[property] = key
        return key
    }

    /// Returns the key with the name of a property on the wire, and moves to the next key.
    func key(of property: String, in order: Order, at position: inout Int) -> WireKey {
        if position < order.keys.count, order.keys[position].property == property {
            position += 1
            return order.keys[position - 1].key
        }
        return key(ofUnordered: property, in: order, at: &position)
    }

    @inline(never)
    private func key(ofUnordered property: String, in order: Order, at position: inout Int) -> WireKey {
        let key = key(of: property)
        if position == order.keys.count, order.keys.last?.property != property {
            order.keys.append((property, key))
            position += 1
        }
        return key
    }

    /// Returns the order of the keys of a type.
    func order(of type: Any.Type) -> Order {
        if let order = orders[ObjectIdentifier(type)] { return order }
        let order = Order()
        orders[ObjectIdentifier(type)] = order
        return order
    }

    /// Returns the property as which the style reads a name.
    func property(of name: String) -> String { style.propertyName(of: name) }

    /// Returns the property as which the style reads a name, if the style writes this property with a different name.
    ///
    /// For example, the style reads both `user_name` and `User_Name` as `userName`.
    func otherProperty(of name: String) -> String? {
        if case .snakeCase = style, name.withBytes(SnakeCase.isReversible) { return nil }
        if let property = others[name] { return property }
        let property = property(of: name)
        let other = key(of: property).stringValue == name ? nil : property
        others[name] = .some(other)
        return other
    }
}

/// The names in a container that belong to the properties of a type.
///
/// A property is found by the name with which the style writes it. If the container lacks this name, the property is
/// found by a name that the style reads as the property.
final class FoundNames {
    private let names: WireNames
    private let container: KeyedDecodingContainer<WireKey>
    private let order: WireNames.Order
    private var position = 0
    private lazy var others = otherNames()
    /// Indicates whether the type derives its properties from the names in the container.
    private var takesNames = false

    init(_ names: WireNames, _ container: KeyedDecodingContainer<WireKey>, of type: Any.Type) {
        self.names = names
        order = names.order(of: type)
        self.container = container
    }

    /// Returns the key for the name with which a property is written.
    private func writtenKey(_ property: String) -> WireKey { names.key(of: property, in: order, at: &position) }

    /// Returns the key of a property in the container.
    func key(of property: String) -> WireKey {
        let key = writtenKey(property)
        if !takesNames, container.contains(key) { return key }
        return others[property] ?? key
    }

    // Most properties are found by the name with which they are written. These functions look up that name only once.

    /// Reads a scalar with a function of the container.
    func value<Value>(
        of property: String, _ read: (KeyedDecodingContainer<WireKey>, WireKey) throws -> Value
    ) throws -> Value {
        let key = writtenKey(property)
        do {
            if !takesNames { return try read(container, key) }
        } catch DecodingError.keyNotFound where others[property] != nil {
            // The other key is read below.
        }
        return try read(container, others[property] ?? key)
    }

    /// Reads a scalar with a function of the container; `nil` if the scalar is missing or `null`.
    func valueIfPresent<Value>(
        of property: String, _ read: (KeyedDecodingContainer<WireKey>, WireKey) throws -> Value?
    ) throws -> Value? {
        let key = writtenKey(property)
        if takesNames { return try read(container, others[property] ?? key) }
        if let value = try read(container, key) { return value }
        guard let other = others[property], !container.contains(key) else { return nil }
        return try read(container, other)
    }

    /// Returns the keys of a type that are in the container.
    func properties<Key: CodingKey>(as type: Key.Type = Key.self) -> [Key] {
        takesNames = true
        return container.allKeys.compactMap { key in
            Key(stringValue: names.property(of: key.stringValue)) ?? Key(stringValue: key.stringValue)
        }
    }

    /// Returns, for each property, the name that the style reads as the property, but doesn't write.
    private func otherNames() -> [String: WireKey] {
        guard names.mayHaveOthers else { return [:] }
        var result: [String: WireKey] = [:]
        for key in container.allKeys {
            guard let property = names.otherProperty(of: key.stringValue) else { continue }
            // If there are several such names, the same name must be chosen in each run.
            if let other = result[property], other.stringValue < key.stringValue { continue }
            result[property] = key
        }
        return result
    }
}

extension Bytes {
    /// Indicates whether all names in JSON are reversible; `false` if a string is not closed.
    fileprivate var hasOnlyReversibleNames: Bool {
        var index = 0
        while true {
            let start = position(of: UInt8(ascii: "\""), from: index) + 1
            guard start < count else { return true }
            var end = start
            while end < count, self[end] != UInt8(ascii: "\"") { end += self[end] == UInt8(ascii: "\\") ? 2 : 1 }
            guard end < count else { return false }
            index = end + 1
            while index < count, self[index] <= 0x20 { index += 1 }
            let isName = index < count && self[index] == UInt8(ascii: ":")
            if isName, !SnakeCase.isReversible(part(start..<end)) { return false }
        }
    }
}
