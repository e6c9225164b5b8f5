public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A message as it will be sent: what every request resolves to and every transport takes.
///
/// ```swift
/// let message = try GitHub.live.get(.json(User.self), from: "/users/ada").resolve()
/// message.url                 // "https://api.github.com/users/ada"
/// message.header["Accept"]    // "application/json"
/// print(message.cURL())       // curl --globoff 'https://api.github.com/users/ada' -H 'Accept: application/json'
/// ```
///
/// A message that ``RequestConvertible/resolve()`` gave is checked: method, fields, URL, time-out and body can go over the
/// wire. Call ``validate()`` on one that was made or changed by hand.
public struct OutgoingRequest: Sendable {
    /// The method.
    public var method: HTTPMethod { didSet { context.isChecked = false } }

    /// The whole URL as text, percent-encoded.
    public var url: String { didSet { context.isChecked = false } }

    /// The fields, those of the body and the credentials included; Host and the framing fields are the transport's.
    public var header: HeaderFields { didSet { context.isChecked = false } }

    /// The content.
    public var body: RequestBody { didSet { context.isChecked = false } }

    /// How long to wait, in seconds, while nothing comes; `.infinity` for ever.
    public var timeoutInterval: TimeInterval { didSet { context.isChecked = false } }

    /// How a cache may answer.
    public var cachePolicy: URLRequest.CachePolicy

    /// What travels along for transports and what surrounds them.
    public var options: RequestOptions { didSet { context.isChecked = false } }

    /// The state of the call, which all of its messages share.
    package var context = ExchangeContext()

    /// Makes a message.
    ///
    /// Nothing is checked here; see ``validate()``.
    public init(
        method: HTTPMethod = .get,
        url: String,
        header: HeaderFields = [],
        body: RequestBody = .none,
        timeoutInterval: TimeInterval = 60,
        cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy,
        options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.url = url
        self.header = header
        self.body = body
        self.timeoutInterval = timeoutInterval
        self.cachePolicy = cachePolicy
        self.options = options
    }

    /// Keeps percent-encoded texts of the URL out of every description.
    mutating func hide(_ secrets: [String]) {
        context.urlSecrets += secrets
    }

    /// Marks the fields and the query items that another message does not have.
    mutating func markSensitive(addedSince before: OutgoingRequest) {
        header.markSensitive(notIn: before.header)
        guard url != before.url else { return }
        // By pair: a value that another item shows is a secret all the same.
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
