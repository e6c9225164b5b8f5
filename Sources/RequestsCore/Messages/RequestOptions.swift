/// Values that travel with a request, for transports and their decorators.
///
/// To declare an option, add a type with its default, and a property:
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
    // A request has few options or none, so a linear search is faster than hashing.
    private var entries: [Entry] = []

    private struct Entry: Sendable {
        let option: ObjectIdentifier
        var value: any Sendable
    }

    /// Makes options with default values.
    public init() {}

    /// Indicates whether no option is set.
    var isEmpty: Bool { entries.isEmpty }

    /// The value of an option; its default value if it isn't set.
    public subscript<Option: RequestOption>(option: Option.Type) -> Option.Value {
        get { own(option) ?? Option.defaultValue }
        set { set(ObjectIdentifier(option), to: newValue) }
    }

    /// Returns the value of an option; `nil` if it isn't set.
    ///
    /// An option can be set to `nil`. So don't cast a missing option to an optional: the cast would succeed.
    func own<Option: RequestOption>(_ option: Option.Type) -> Option.Value? {
        guard let index = index(of: ObjectIdentifier(option)) else { return nil }
        return entries[index].value as? Option.Value
    }

    /// Adds the values of other options, which take precedence.
    package mutating func take(over others: RequestOptions) {
        if entries.isEmpty {
            entries = others.entries
            return
        }
        let names = own(SensitiveNames.self)
        for other in others.entries {
            // An endpoint that sets one rule keeps the API's other rules.
            let own = index(of: other.option).flatMap { entries[$0].value as? TransportPolicy }
            set(other.option, to: (other.value as? TransportPolicy).flatMap { own?.merging($0) } ?? other.value)
        }
        // An endpoint that declares one secret must not reveal its API's secrets.
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

    /// Returns whether other options have equal values; a value whose type isn't `Equatable` equals no value.
    package func hasSameValues(as others: RequestOptions) -> Bool {
        entries.count == others.entries.count
            && entries.allSatisfy { entry in
                guard let value = entry.value as? any Equatable, let index = others.index(of: entry.option)
                else { return false }
                return value.isEqual(to: others.entries[index].value)
            }
    }
}

extension Equatable {
    /// Returns whether a value of any type has this value's type and is equal to this value.
    package func isEqual(to other: any Sendable) -> Bool { self == other as? Self }
}

/// An option of a request: its type and its default.
public protocol RequestOption {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value of an option that isn't set.
    static var defaultValue: Value { get }
}

extension RequestOptions {
    /// Indicates whether an error's text for developers quotes the server if the status is 400 to 599: `true` by
    /// default.
    ///
    /// The text quotes up to 200 characters of plain text, or of `message`, `detail`, `title` or `error` in JSON or
    /// XML, without the request's secrets. If the failure type is `CustomStringConvertible`, the text contains the
    /// failure's description instead.
    public var includesServerMessage: Bool {
        get { self[IncludesServerMessage.self] }
        set { self[IncludesServerMessage.self] = newValue }
    }

    private enum IncludesServerMessage: RequestOption {
        static var defaultValue: Bool { true }
    }

    /// The names of query items and fields to treat as secret (`true`) or not (`false`), overriding the library's guess.
    ///
    /// ```swift
    /// request.setting(\.sensitiveNames, ["pin": true, "code": false])
    /// ```
    ///
    /// Names are case-insensitive. Every description hides secrets, and no secret field is sent to another origin. A
    /// field that always carries credentials, such as Cookie, stays secret. An endpoint's names are added to its API's
    /// names.
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

    /// Indicates whether path segments may be `.` or `..`; the default is `false`.
    ///
    /// Set this option for a server that treats these segments as names, as S3 does in object keys. Never set it if the
    /// path comes from outside and the server has folders: a `..` would leave the folder (RFC 3986, section 5.2.4).
    ///
    /// AsyncHTTPClient sends the segments unchanged. URLSession, which would remove them, throws
    /// ``RequestErrorCode/invalidURL``.
    public var allowsDotSegments: Bool {
        get { self[AllowsDotSegments.self] }
        set { self[AllowsDotSegments.self] = newValue }
    }

    private enum AllowsDotSegments: RequestOption {
        static var defaultValue: Bool { false }
    }
}
