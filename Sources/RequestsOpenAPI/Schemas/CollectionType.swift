import Requests

/// A collection, whatever its elements are.
protocol CollectionType {
    static var elementType: Any.Type { get }
}

extension Array: CollectionType { static var elementType: Any.Type { Element.self } }
extension ArraySlice: CollectionType { static var elementType: Any.Type { Element.self } }
extension ContiguousArray: CollectionType { static var elementType: Any.Type { Element.self } }
extension Set: CollectionType { static var elementType: Any.Type { Element.self } }

/// A dictionary, whatever its keys and values are.
protocol DictionaryType {
    static var keyType: Any.Type { get }
    static var valueType: Any.Type { get }
}

extension Dictionary: DictionaryType {
    static var keyType: Any.Type { Key.self }
    static var valueType: Any.Type { Value.self }
}

/// A server-sent event, whatever its data are.
protocol EventType {
    static var payloadType: Any.Type { get }
}

extension ServerSentEvent: EventType {
    static var payloadType: Any.Type { Payload.self }
}
