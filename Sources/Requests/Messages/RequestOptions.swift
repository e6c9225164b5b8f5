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
        if values.isEmpty {
            values = others.values
            return
        }
        let names = own(IsSecret.self)
        values.merge(others.values) { $1 }
        // An endpoint that names one secret must not uncover those of its API.
        if let names, let added = others.own(IsSecret.self) { isSecret = names.merging(added) { $1 } }
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
    /// Indicates whether the error of a status from 400 to 599 quotes the server for the developer.
    ///
    /// It does by default.
    ///
    /// Quoted are 200 characters of plain text, or of `message`, `detail`, `title` or `error` of JSON or XML, without the secrets
    /// of the request. A failure type that is `CustomStringConvertible` speaks for itself.
    public var quotesServer: Bool {
        get { self[QuotesServer.self] }
        set { self[QuotesServer.self] = newValue }
    }

    private enum QuotesServer: RequestOption {
        static var defaultValue: Bool { true }
    }

    /// The names of query items and fields that are secret, or aren't, against what name and value suggest.
    ///
    /// ```swift
    /// request.setting(\.isSecret, ["pin": true, "code": false])
    /// ```
    ///
    /// Names don't distinguish case. A secret is hidden in every text, and a secret field goes to no other origin. A field that
    /// carries credentials by its name, such as Cookie, is secret in any case. The names of an endpoint are added to those of its
    /// API.
    public var isSecret: [String: Bool] {
        get { self[IsSecret.self] }
        set { self[IsSecret.self] = newValue }
    }

    private enum IsSecret: RequestOption {
        static var defaultValue: [String: Bool] { [:] }
    }

    /// Whether a GET, HEAD, TRACE or CONNECT may have a body: no, by default.
    public var allowsBody: Bool {
        get { self[AllowsBody.self] }
        set { self[AllowsBody.self] = newValue }
    }

    private enum AllowsBody: RequestOption {
        static var defaultValue: Bool { false }
    }
}
