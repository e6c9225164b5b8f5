/// What travels with a request for those who read it on its way: transports and what surrounds them.
///
/// An option is a type with a default, and a property that names it:
///
/// ```swift
/// enum PriorityOption: RequestOption { static var defaultValue: Int { 0 } }
///
/// extension RequestOptions {
///     var priority: Int {
///         get { self[PriorityOption.self] }
///         set { self[PriorityOption.self] = newValue }
///     }
/// }
///
/// request.setting(\.priority, 3)
/// ```
public struct RequestOptions: Sendable {
    // Nearly every request has none: an empty dictionary costs nothing.
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Makes options that are all as by default.
    public init() {}

    /// The value of an option; its default where it was not set.
    public subscript<Option: RequestOption>(option: Option.Type) -> Option.Value {
        get { own(option) ?? Option.defaultValue }
        set { values[ObjectIdentifier(option)] = newValue }
    }

    /// The value of an option where it was set.
    ///
    /// A `nil` that was set is a value: an option that is not there must not be cast to an optional, which would succeed.
    func own<Option: RequestOption>(_ option: Option.Type) -> Option.Value? {
        guard let value = values[ObjectIdentifier(option)] else { return nil }
        return value as? Option.Value
    }

    /// Takes over what others say; they count.
    mutating func take(over others: RequestOptions) {
        if values.isEmpty { values = others.values } else { values.merge(others.values) { $1 } }
    }
}

/// An option of a request: its type and its default.
public protocol RequestOption {
    /// The type of the value.
    associatedtype Value: Sendable

    /// What holds where nothing was set.
    static var defaultValue: Value { get }
}

extension RequestOptions {
    /// Whether a GET, HEAD, TRACE or CONNECT may have a body: no, by default.
    public var allowsBody: Bool {
        get { self[AllowsBody.self] }
        set { self[AllowsBody.self] = newValue }
    }

    private enum AllowsBody: RequestOption {
        static var defaultValue: Bool { false }
    }
}
