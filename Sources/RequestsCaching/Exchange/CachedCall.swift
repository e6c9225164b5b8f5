import Foundation
import Requests

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One message on its way through a cache.
struct CachedCall: Sendable {
    let request: OutgoingRequest
    let key: CacheKey
    /// The directives of the message.
    let control: CacheControl
    /// The reason for sending the message.
    var forward = CacheReason.Forward.bypass
    private let next: NextTransport
    /// For a download, says whether the transport writes its content itself.
    private let sink: SinkNote?

    init(_ request: OutgoingRequest, by next: @escaping NextTransport) {
        self.request = request
        self.next = next
        key = CacheKey(url: request.url)
        control = CacheControl(of: request)
        sink = request.options.openContentSink.map { _ in SinkNote() }
    }

    /// Indicates whether the response to an identical message can be the one to this message.
    ///
    /// A call that reads its response bit by bit has its own exchange: it ends at its own deadline, and waits for no other reader.
    var isShareable: Bool {
        request.context.reading == .whole && request.cachePolicy.isUsual && !control.noCache && !control.noStore
    }

    /// Indicates whether the content of the response went past the cache into a file.
    var isBypassed: Bool { sink?.isOpen.withLock { $0 } ?? false }

    /// The message for the time after its response was given.
    ///
    /// It has no conditions of the caller: a 304 to these would not be about the stored response.
    var inBackground: CachedCall {
        var message = request
        message.header.remove(.ifNoneMatch)
        message.header.remove(.ifModifiedSince)
        message.context.deadline = nil
        if message.context.reading == .elements { message.context.reading = .chunks }
        message.options.progressObserver = nil
        return CachedCall(message, by: next)
    }

    /// Sends the message past the cache of URLSession, with the conditions that validate an entry.
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

    /// Responds to a message that may not be sent; `nil` for any other.
    func unsent() throws -> TransportResponse? {
        if request.cachePolicy == .returnCacheDataDontLoad {
            throw TransportError(
                code: .offline,
                message: "the cache has no response, and the cache policy of the request allows no other",
                underlyingError: URLError(.resourceUnavailable), request: request)
        }
        guard control.onlyIfCached else { return nil }
        return TransportResponse(head: ResponseHead(status: .gatewayTimeout, url: request.url))
    }

    /// Returns whether a decorator within the cache added secrets, such as cookies, which select the response.
    func hasHiddenSecrets(_ head: ResponseHead) -> Bool {
        let sent = head.secretTexts
        return !sent.isEmpty && !Set(sent).isSubset(of: request.secretTexts)
    }

    /// Returns whether an error says that the caller doesn't wait any more.
    func isCancellation(_ error: any Error) -> Bool {
        Task.isCancelled || error is CancellationError || (error as? TransportError)?.code == .cancelled
            || (error as? URLError)?.code == .cancelled
    }
}

/// A note of one call: whether its transport has opened a sink.
private final class SinkNote: Sendable {
    let isOpen = Guarded(false)
}

extension CacheControl {
    /// Reads Cache-Control, or else Pragma (RFC 9111, section 5.4).
    init(of request: OutgoingRequest) {
        self.init(request.header)
        if let pragma = request.header[.pragma], !request.header.contains(.cacheControl) {
            noCache = HeaderListElement.all(in: pragma).contains { $0.lowercased() == "no-cache" }
        }
    }
}

extension OutgoingRequest {
    /// Adds a directive for the caches on the way, unless the message has directives.
    fileprivate mutating func forbidCaches(_ directive: String) {
        if !header.contains(.cacheControl) { header.append(HeaderField(.cacheControl, directive)) }
    }
}

extension URLRequest.CachePolicy {
    /// Indicates whether the policy leaves everything to HTTP.
    var isUsual: Bool { self == .useProtocolCachePolicy }
}

extension TransportResponse {
    /// Returns the response of the server, with the reason for asking it.
    func forwarded(_ forward: CacheReason.Forward) -> TransportResponse {
        TransportResponse(head: head.marked(.miss, forward), body: body)
    }
}

extension StoredHead {
    /// Makes the stored form of a response.
    init(_ head: ResponseHead, to request: OutgoingRequest, sentAt requestTime: Date, at responseTime: Date) {
        var header = head.header
        // A field that the API declares as secret must not reach a disk.
        header.markSensitive(named: request.options.sensitiveNames)
        self.init(
            status: head.status, header: StoredFields.storable(header, control: CacheControl(header)), url: head.url,
            requestTime: requestTime, responseTime: responseTime,
            selecting: Selection.fields(of: request, for: head), isSensitive: request.hasSecrets)
    }

    /// Returns the head with the fields of a 304.
    func updated(
        with update: HeaderFields, for request: OutgoingRequest, sentAt requestTime: Date, at responseTime: Date
    ) -> StoredHead {
        let head = ResponseHead(status: status, header: StoredFields.updated(header, with: update), url: url)
        return StoredHead(head, to: request, sentAt: requestTime, at: responseTime)
    }

    /// Returns the head as it responds at a time: with an Age (RFC 9111, section 4).
    ///
    /// A response without a Date gets the time at which it arrived (RFC 9110, section 6.6.1).
    func responseHead(at now: Date) -> ResponseHead {
        var header = header
        if !header.contains(.date), let date = HTTPDate.text(of: responseTime) {
            header.append(HeaderField(.date, date))
        }
        header.set(HeaderField(.age, String(Int(min(freshness.age(at: now), 2_147_483_648)))))
        return ResponseHead(status: status, header: header, url: url)
    }
}
