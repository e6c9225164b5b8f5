import Requests

/// A type of the standard library that contains values of other types.
///
/// One protocol covers all of them, because looking up a conformance takes longer the more types a program has.
protocol ContainerType {
    static var form: TypeForm { get }
}

extension Optional: ContainerType { static var form: TypeForm { .optional(Wrapped.self) } }
extension Array: ContainerType { static var form: TypeForm { .elements(Element.self) } }
extension ContiguousArray: ContainerType { static var form: TypeForm { .elements(Element.self) } }
extension Set: ContainerType { static var form: TypeForm { .elements(Element.self) } }
extension Dictionary: ContainerType { static var form: TypeForm { .dictionary(key: Key.self, value: Value.self) } }

/// A server-sent event with any type of data.
protocol EventType {
    static var payloadType: Any.Type { get }
}

extension ServerSentEvent: EventType {
    static var payloadType: Any.Type { Payload.self }
}
