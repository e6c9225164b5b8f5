/// Values that go with a request, for the transports and decorators on its way.
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
    // A request has few options or none: a search is faster than a hash.
    private var entries: [Entry] = []

    private struct Entry: Sendable {
        let option: ObjectIdentifier
        var value: any Sendable
    }

    /// Makes options that all have their defaults.
    public init() {}

    /// Indicates whether no option is set.
    var isEmpty: Bool { entries.isEmpty }

    /// The value of an option; its default if it is not set.
    public subscript<Option: RequestOption>(option: Option.Type) -> Option.Value {
        get { own(option) ?? Option.defaultValue }
        set { set(ObjectIdentifier(option), to: newValue) }
    }

    /// Returns the value of an option if it is set.
    ///
    /// A `nil` that is set is a value. So don't cast a missing option to an optional: the cast would succeed.
    func own<Option: RequestOption>(_ option: Option.Type) -> Option.Value? {
        guard let index = index(of: ObjectIdentifier(option)) else { return nil }
        return entries[index].value as? Option.Value
    }

    /// Takes the values of other options, which have priority.
    package mutating func take(over others: RequestOptions) {
        if entries.isEmpty {
            entries = others.entries
            return
        }
        let names = own(SensitiveNames.self)
        for other in others.entries {
            // An endpoint that sets one rule keeps the others of its API.
            let own = index(of: other.option).flatMap { entries[$0].value as? TransportPolicy }
            set(other.option, to: (other.value as? TransportPolicy).flatMap { own?.merging($0) } ?? other.value)
        }
        // An endpoint that names one secret must not uncover the secrets of its API.
        if let names, let added = others.own(SensitiveNames.self) { sensitiveNames = names.merging(added) { $1 } }
    }

    private func index(of option: ObjectIdentifier) -> Int? { entries.firstIndex { $0.option == option } }

    private mutating func set(_ option: ObjectIdentifier, to value: any Sendable) {
        if let index = index(of: option) {
            entries[index].value = value
        } else {
            entries.append(Entry(option: option, value: value))
        }
    }

    /// Returns whether other options have the same values; a value whose type is not `Equatable` is never the same.
    func hasSameValues(as others: RequestOptions) -> Bool {
        entries.count == others.entries.count
            && entries.allSatisfy { entry in
                guard let value = entry.value as? any Equatable, let index = others.index(of: entry.option)
                else { return false }
                return value.isEqual(to: others.entries[index].value)
            }
    }
}

extension Equatable {
    /// Returns whether a value of any type is the same value of the same type.
    func isEqual(to other: any Sendable) -> Bool { self == other as? Self }
}

/// An option of a request: its type and its default.
public protocol RequestOption {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value of an option that is not set.
    static var defaultValue: Value { get }
}

extension RequestOptions {
    /// Indicates whether the developer's text of an error with a status from 400 to 599 quotes the server.
    ///
    /// It does by default.
    ///
    /// It quotes 200 characters of plain text, or of `message`, `detail`, `title` or `error` in JSON or XML, without the secrets
    /// of the request. A failure type that is `CustomStringConvertible` provides the text itself.
    public var includesServerMessage: Bool {
        get { self[IncludesServerMessage.self] }
        set { self[IncludesServerMessage.self] = newValue }
    }

    private enum IncludesServerMessage: RequestOption {
        static var defaultValue: Bool { true }
    }

    /// The names of query items and fields that are secret, or aren't, whatever their name and value suggest.
    ///
    /// ```swift
    /// request.setting(\.sensitiveNames, ["pin": true, "code": false])
    /// ```
    ///
    /// The case of names does not matter. A secret is hidden in every text, and a secret field goes to no other origin. A field
    /// that carries credentials by its name, such as Cookie, is always secret. The names of an endpoint are added to those of its
    /// API.
    public var sensitiveNames: [String: Bool] {
        get { self[SensitiveNames.self] }
        set { self[SensitiveNames.self] = newValue }
    }

    private enum SensitiveNames: RequestOption {
        static var defaultValue: [String: Bool] { [:] }
    }

    /// Indicates whether a GET, HEAD, TRACE or CONNECT may have a body; the default is `false`.
    public var allowsBody: Bool {
        get { self[AllowsBody.self] }
        set { self[AllowsBody.self] = newValue }
    }

    private enum AllowsBody: RequestOption {
        static var defaultValue: Bool { false }
    }

    /// Indicates whether segments of the path may be `.` or `..`; the default is `false`.
    ///
    /// Set it for a server that treats them as names, as S3 does in the keys of objects. Never set it for paths that come from
    /// outside and lead to a server with folders: a `..` leaves the folder (RFC 3986, section 5.2.4).
    ///
    /// AsyncHTTPClient sends the segments unchanged. URLSession would remove them: it throws ``RequestErrorCode/invalidURL``.
    public var allowsDotSegments: Bool {
        get { self[AllowsDotSegments.self] }
        set { self[AllowsDotSegments.self] = newValue }
    }

    private enum AllowsDotSegments: RequestOption {
        static var defaultValue: Bool { false }
    }
}
