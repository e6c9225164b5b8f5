public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A complete HTTP message: every request resolves to one, and every transport sends one.
///
/// ```swift
/// let message = try GitHub.live.get(.json(User.self), from: "/users/ada").resolve()
/// message.url                 // https://api.github.com/users/ada
/// message.header["Accept"]    // "application/json"
/// print(message.cURL())       // curl --globoff 'https://api.github.com/users/ada' -H 'Accept: application/json'
/// ```
///
/// ``RequestConvertible/resolve()`` checks that the message's method, fields, URL, timeout and body can be sent. Call
/// ``validate()`` for a message that you made or changed by hand.
public struct OutgoingRequest: Sendable {
    /// The values, behind one reference: a message passes many functions, and few of them change it.
    private var box: Box<Values>

    private struct Values: Sendable {
        var method: HTTPMethod { didSet { context.uncheckAllButURL() } }
        var urlText: String { didSet { context.checked = .nothing } }
        var header: HeaderFields { didSet { context.uncheckAllButURL() } }
        var body: RequestBody { didSet { context.uncheckAllButURL() } }
        var timeoutInterval: TimeInterval { didSet { context.uncheckAllButURL() } }
        var cachePolicy: URLRequest.CachePolicy
        var options: RequestOptions { didSet { context.checked = .nothing } }
        var context: ExchangeContext
    }

    /// The method.
    public var method: HTTPMethod {
        get { box.value.method }
        set { box.value.method = newValue }
    }

    /// The whole URL, percent-encoded.
    ///
    /// Each access parses the text of the URL. If you set a URL that has a base URL, the absolute URL is stored.
    public var url: URL {
        get {
            // The fallback is for text that `validate()` refuses. Only code of this package can store such text.
            URL(text: urlText) ?? URL("about:invalid")
        }
        set { urlText = newValue.absoluteString }
    }

    /// The text of the URL, as it is sent.
    package var urlText: String {
        _read { yield box.value.urlText }
        _modify { yield &box.value.urlText }
    }

    /// The header fields, including those for the body and the credentials; the transport adds Host and the framing fields.
    public var header: HeaderFields {
        _read { yield box.value.header }
        _modify { yield &box.value.header }
    }

    /// The content.
    public var body: RequestBody {
        _read { yield box.value.body }
        _modify { yield &box.value.body }
    }

    /// The maximum time without any activity, in seconds; `.infinity` for no limit.
    public var timeoutInterval: TimeInterval {
        get { box.value.timeoutInterval }
        set { box.value.timeoutInterval = newValue }
    }

    /// The rules for using cached responses.
    public var cachePolicy: URLRequest.CachePolicy {
        get { box.value.cachePolicy }
        set { box.value.cachePolicy = newValue }
    }

    /// The options for transports and their decorators.
    public var options: RequestOptions {
        _read { yield box.value.options }
        _modify { yield &box.value.options }
    }

    /// The state of the call, which all of its messages share.
    package var context: ExchangeContext {
        _read { yield box.value.context }
        _modify { yield &box.value.context }
    }

    /// Makes a message.
    ///
    /// The message isn't checked; see ``validate()``.
    public init(
        method: HTTPMethod = .get,
        url: URL,
        header: HeaderFields = [],
        body: RequestBody = .none,
        timeoutInterval: TimeInterval = 60,
        cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy,
        options: RequestOptions = RequestOptions()
    ) {
        self.init(
            method: method, urlText: url.absoluteString, header: header, body: body, timeoutInterval: timeoutInterval,
            cachePolicy: cachePolicy, options: options)
    }

    /// Makes a message from the text of its URL and the state of the call to which it belongs.
    package init(
        method: HTTPMethod = .get,
        urlText: String,
        header: HeaderFields = [],
        body: RequestBody = .none,
        timeoutInterval: TimeInterval = 60,
        cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy,
        options: RequestOptions = RequestOptions(),
        context: ExchangeContext = ExchangeContext()
    ) {
        box = Box(
            Values(
                method: method, urlText: urlText, header: header, body: body, timeoutInterval: timeoutInterval,
                cachePolicy: cachePolicy, options: options, context: context))
    }

    /// Returns whether the message is a copy of another message, and neither has changed since.
    package func isCopy(of other: OutgoingRequest) -> Bool { box.isCopy(of: other.box) }

    /// Trims the Referer, and marks as sensitive the fields that the options declare as secret.
    ///
    /// A message without any of these fields stays unchanged, so it needs no new check.
    mutating func protectHeader() {
        let names = options.sensitiveNames
        guard !names.isEmpty || header.contains(.referer) else { return }
        header.trimReferer()
        header.markSensitive(named: names)
    }

    /// Hides percent-encoded parts of the URL in every description.
    mutating func hide(_ secrets: [String]) {
        context.urlSecrets += secrets
    }

    /// Marks as sensitive the fields and query items that an earlier version of the message doesn't contain.
    package mutating func markSensitive(addedSince before: OutgoingRequest) {
        header.markSensitive(notIn: before.header)
        guard urlText != before.urlText else { return }
        // Compare whole pairs: an added value is a secret even if an item with a different name already had this value.
        let known = Set(before.query.split(separator: UInt8(ascii: "&")))
        let added = query.split(separator: UInt8(ascii: "&")).filter { !known.contains($0) }
        hide(added.flatMap(PairBuffer.values))
    }

    /// The bytes of the query.
    private var query: ArraySlice<UInt8> {
        let bytes = Array(urlText.utf8)
        return bytes.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    }
}
