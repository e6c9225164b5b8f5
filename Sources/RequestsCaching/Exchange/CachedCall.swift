import Foundation
import Requests

/// A message that passes through a cache.
final class CachedCall: Sendable {
    let request: OutgoingRequest
    let key: CacheKey
    /// The Cache-Control directives of the message.
    let control: CacheControl
    /// The reason for sending the message.
    let forward: CacheReason.Forward
    private let next: NextTransport
    /// For a download, remembers whether the transport writes the content itself.
    private let sink: SinkNote?

    init(
        _ request: OutgoingRequest, forward: CacheReason.Forward = .bypass, by next: @escaping NextTransport
    ) {
        self.request = request
        self.forward = forward
        self.next = next
        key = CacheKey(url: request.urlText)
        control = CacheControl(of: request)
        sink = request.options.hasContentSink ? SinkNote() : nil
    }

    private init(_ call: CachedCall, forward: CacheReason.Forward) {
        (request, key, control, next, sink) = (call.request, call.key, call.control, call.next, call.sink)
        self.forward = forward
    }

    /// Returns the call with the reason for sending its message.
    func forwarding(_ reason: CacheReason.Forward) -> CachedCall { CachedCall(self, forward: reason) }

    /// Indicates whether the message can share the response to an identical message.
    ///
    /// A call that reads its response in chunks needs a separate exchange with its own deadline, so that it doesn't
    /// wait for other readers.
    var isShareable: Bool {
        request.context.reading == .whole && request.cachePolicy.isUsual && !control.noCache && !control.noStore
    }

    /// Indicates whether the content of the response was written to a file without passing through the cache.
    var isBypassed: Bool { sink?.isOpen.withLock { $0 } ?? false }

    /// The message to send after its response has been returned.
    ///
    /// The message omits the caller's conditions, because a 304 in response to those would not refer to the stored
    /// response.
    var inBackground: CachedCall {
        var message = request
        message.header.remove(.ifNoneMatch)
        message.header.remove(.ifModifiedSince)
        message.context.deadline = nil
        if message.context.reading == .elements { message.context.reading = .chunks }
        message.options.progressObserver = nil
        return CachedCall(message, forward: .stale, by: next)
    }

    /// Sends the message, bypassing URLSession's cache, with the conditions that validate an entry.
    func send(_ entry: StoredEntry?) async throws -> TransportResponse {
        if let response = try unsent() { return response }
        var message = request
        switch request.cachePolicy {
        case .reloadIgnoringLocalAndRemoteCacheData: message.forbidCaches("no-cache")
        case .reloadRevalidatingCacheData: message.forbidCaches("max-age=0")
        default: break
        }
        if message.cachePolicy != .reloadIgnoringLocalAndRemoteCacheData {
            message.cachePolicy = .reloadIgnoringLocalCacheData
        }
        if let entry { message.header.setConditions(Validators(entry.head.header)) }
        if let sink, let open = message.options.openContentSink {
            message.options.openContentSink = { head throws(TransportError) in
                let opened = try open(head)
                sink.isOpen.withLock { $0 = opened != nil }
                return opened
            }
        }
        return try await next(message)
    }

    /// Responds to a message that must not be sent; returns `nil` for other messages.
    func unsent() throws -> TransportResponse? {
        if request.cachePolicy == .returnCacheDataDontLoad {
            throw TransportError(
                code: .offline,
                message: "the cache has no response, and the cache policy doesn't allow sending the request",
                underlyingError: URLError(.resourceUnavailable), request: request)
        }
        guard control.onlyIfCached else { return nil }
        return TransportResponse(head: ResponseHead(status: .gatewayTimeout, urlText: request.urlText))
    }

    /// Returns whether a decorator inside the cache added secrets, such as cookies, on which the response may depend.
    func hasHiddenSecrets(_ head: ResponseHead) -> Bool {
        let sent = head.secretTexts
        return !sent.isEmpty && !Set(sent).isSubset(of: request.secretTexts)
    }

    /// Returns whether an error means that the caller no longer waits.
    func isCancellation(_ error: any Error) -> Bool {
        Task.isCancelled || error is CancellationError || (error as? TransportError)?.code == .cancelled
            || (error as? URLError)?.code == .cancelled
    }
}

/// Remembers whether the transport of a call has opened a sink.
private final class SinkNote: Sendable {
    let isOpen = Guarded(false)
}

extension CacheControl {
    /// Reads the Cache-Control field, or the Pragma field if there is no Cache-Control (RFC 9111, section 5.4).
    init(of request: OutgoingRequest) {
        self.init(request.header)
        if let pragma = request.header[.pragma], !request.header.contains(.cacheControl) {
            noCache = HeaderListElement.all(in: pragma).contains { $0.lowercased() == "no-cache" }
        }
    }
}

extension OutgoingRequest {
    /// Adds a directive for caches on the path to the server, unless the message already contains directives.
    fileprivate mutating func forbidCaches(_ directive: String) {
        if !header.contains(.cacheControl) { header.append(HeaderField(.cacheControl, directive)) }
    }
}

extension URLRequest.CachePolicy {
    /// Indicates whether the policy leaves all decisions to HTTP.
    var isUsual: Bool { self == .useProtocolCachePolicy }
}

extension TransportResponse {
    /// Returns the server's response, with the reason for the request.
    func forwarded(_ forward: CacheReason.Forward) -> TransportResponse {
        TransportResponse(head: head.marked(.miss, forward), body: body)
    }
}

extension StoredHead {
    /// Makes the stored form of a response.
    convenience init(
        _ head: ResponseHead, to request: OutgoingRequest, sentAt requestTime: Date, at responseTime: Date
    ) {
        var header = head.header
        // A field that the API declares as secret must not be written to disk.
        header.markSensitive(named: request.options.sensitiveNames)
        self.init(
            status: head.status, header: StoredFields.storable(header, control: CacheControl(header)),
            url: head.urlText,
            requestTime: requestTime, responseTime: responseTime,
            selecting: Selection.fields(of: request, for: head), isSensitive: request.hasSecrets)
    }

    /// Returns the head updated with the fields of a 304.
    func updated(
        with update: HeaderFields, for request: OutgoingRequest, sentAt requestTime: Date, at responseTime: Date
    ) -> StoredHead {
        let head = ResponseHead(status: status, header: StoredFields.updated(header, with: update), urlText: url)
        return StoredHead(head, to: request, sentAt: requestTime, at: responseTime)
    }

    /// Returns the head to respond with at a time, including an Age (RFC 9111, section 4).
    ///
    /// If the Date is missing, the arrival time of the response is added as the Date (RFC 9110, section 6.6.1).
    func responseHead(at now: Date) -> ResponseHead {
        var header = header
        if !header.contains(.date), let date = HTTPDate.text(of: responseTime) {
            header.append(HeaderField(.date, date))
        }
        header.set(HeaderField(.age, String(Int(min(freshness.age(at: now), 2_147_483_648)))))
        return ResponseHead(status: status, header: header, urlText: url)
    }
}
