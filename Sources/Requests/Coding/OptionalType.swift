/// An optional, whatever it wraps.
package protocol OptionalType {
    /// The type of what it wraps.
    static var wrappedType: Any.Type { get }

    /// The optional that wraps nothing.
    static var absent: Self { get }

    /// The value that it wraps; `nil` for none.
    var present: Any? { get }
}

extension Optional: OptionalType {
    package static var wrappedType: Any.Type { Wrapped.self }
    package static var absent: Wrapped? { nil }
    package var present: Any? { self }
}

extension Decodable {
    /// The value of a type for what is not there; `nil` if it is no optional.
    static var absentValue: Self? { (Self.self as? any OptionalType.Type)?.absent as? Self }
}
