/// An optional of any type.
package protocol OptionalType {
    /// The type of the wrapped value.
    static var wrappedType: Any.Type { get }

    /// The optional without a value.
    static var absent: Self { get }

    /// The wrapped value; `nil` if there is none.
    var present: Any? { get }
}

extension Optional: OptionalType {
    package static var wrappedType: Any.Type { Wrapped.self }
    package static var absent: Wrapped? { nil }
    package var present: Any? { self }
}

extension Decodable {
    /// The value of a missing property; `nil` if the type is not an optional.
    package static var absentValue: Self? { (Self.self as? any OptionalType.Type)?.absent as? Self }
}
