import Foundation

/// A dictionary of any type.
package protocol AnyDictionary {
    /// The type of the keys, if the standard library writes the dictionary as an array of keys and values; otherwise `nil`.
    static var unnamedKey: Any.Type? { get }
}

extension Dictionary: AnyDictionary {
    package static var unnamedKey: Any.Type? {
        Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type ? nil : Key.self
    }
}

/// The key type that the standard library uses for dictionaries.
enum DictionaryKey {
    /// Returns whether a type is the key type of dictionaries.
    static func isKey(_ type: Any.Type) -> Bool { ObjectIdentifier(type) == id }

    private static let id: ObjectIdentifier? = (try? Outline(of: ["": 0]))?.members.first.map {
        ObjectIdentifier($0.keys)
    }
}

extension Coding.KeyStyle {
    /// Returns an encoder's key with its name on the wire; a dictionary's key is data, and stays unchanged.
    package func wireKey(of key: any CodingKey) -> any CodingKey {
        DictionaryKey.isKey(type(of: key)) ? key : WireKey(wireName(of: key.stringValue), intValue: key.intValue)
    }
}
