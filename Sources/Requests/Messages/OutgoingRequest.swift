public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A message in the form in which it will be sent: every request resolves to one, and every transport sends one.
///
/// ```swift
/// let message = try GitHub.live.get(.json(User.self), from: "/users/ada").resolve()
/// message.url                 // "https://api.github.com/users/ada"
/// message.header["Accept"]    // "application/json"
/// print(message.cURL())       // curl --globoff 'https://api.github.com/users/ada' -H 'Accept: application/json'
/// ```
///
/// A message from ``RequestConvertible/resolve()`` is checked: its method, fields, URL, timeout and body can be sent. Call
/// ``validate()`` for a message that you made or changed by hand.
public struct OutgoingRequest: Sendable {
    /// The method.
    public var method: HTTPMethod { didSet { context.isChecked = false } }

    /// The whole URL as text, percent-encoded.
    public var url: String { didSet { context.isChecked = false } }

    /// The header fields, including those of the body and the credentials; the transport adds Host and the framing fields.
    public var header: HeaderFields { didSet { context.isChecked = false } }

    /// The content.
    public var body: RequestBody { didSet { context.isChecked = false } }

    /// The maximum time without any activity, in seconds; `.infinity` for no limit.
    public var timeoutInterval: TimeInterval { didSet { context.isChecked = false } }

    /// The rules for responses from a cache.
    public var cachePolicy: URLRequest.CachePolicy

    /// The options for transports and their decorators.
    public var options: RequestOptions { didSet { context.isChecked = false } }

    /// The state of the call, which all of its messages share.
    package var context: ExchangeContext

    /// Makes a message.
    ///
    /// It does not check the message; see ``validate()``.
    public init(
        method: HTTPMethod = .get,
        url: String,
        header: HeaderFields = [],
        body: RequestBody = .none,
        timeoutInterval: TimeInterval = 60,
        cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy,
        options: RequestOptions = RequestOptions()
    ) {
        self.init(
            method: method, url: url, header: header, body: body, timeoutInterval: timeoutInterval,
            cachePolicy: cachePolicy, options: options, context: ExchangeContext())
    }

    /// Makes a message of a call.
    init(
        method: HTTPMethod, url: String, header: HeaderFields, body: RequestBody, timeoutInterval: TimeInterval,
        cachePolicy: URLRequest.CachePolicy, options: RequestOptions, context: ExchangeContext
    ) {
        self.method = method
        self.url = url
        self.header = header
        self.body = body
        self.timeoutInterval = timeoutInterval
        self.cachePolicy = cachePolicy
        self.options = options
        self.context = context
    }

    /// Hides percent-encoded texts of the URL in every description.
    mutating func hide(_ secrets: [String]) {
        context.urlSecrets += secrets
    }

    /// Marks the fields and the query items that another message does not have as sensitive.
    mutating func markSensitive(addedSince before: OutgoingRequest) {
        header.markSensitive(notIn: before.header)
        guard url != before.url else { return }
        // The comparison is by pair: a value is a secret even if another item shows it.
        let known = Set(before.query.split(separator: UInt8(ascii: "&")))
        let added = query.split(separator: UInt8(ascii: "&")).filter { !known.contains($0) }
        hide(added.flatMap(PairBuffer.values))
    }

    /// The bytes of the query.
    private var query: ArraySlice<UInt8> {
        let bytes = Array(url.utf8)
        return bytes.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    }
}
