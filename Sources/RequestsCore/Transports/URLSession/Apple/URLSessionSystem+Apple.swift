#if !canImport(FoundationNetworking)
import Foundation

/// The platform-specific behavior of URLSession in Apple's Foundation.
enum URLSessionSystem {
    /// The queue for the events of a session: `nil`, so that Foundation makes one.
    static var delegateQueue: OperationQueue? { nil }

    /// Returns the delegate of a session, which also checks certificates if necessary.
    static func delegate(_ delegate: SessionDelegate, checking trust: SessionTrust?) -> any URLSessionDelegate {
        guard let trust else { return delegate }
        return TrustDelegate(delegate, trust)
    }

    /// Changes nothing in a configuration.
    static func repair(_ configuration: URLSessionConfiguration) {}

    /// Makes and starts a task immediately.
    static func begin(_ work: @escaping @Sendable () -> Void) { work() }

    /// Returns whether a message must not be sent on a pooled connection: always `false` here.
    static func needsNewConnection(_ request: OutgoingRequest) -> Bool { false }

    /// Makes a task whose events go to an exchange.
    ///
    /// A file is sent with its length instead of chunked. A task for a sequence requests the stream once the task has started.
    static func task(
        for exchange: Exchange, on session: URLSession, with names: Set<HeaderField.Name>
    ) throws -> URLSessionTask {
        let request = exchange.request
        try request.checkPathForURLSession()
        var sent = request
        sent.removeStandardUserAgent(because: names)
        if case .chunks = request.body { sent.body = .none }
        var urlRequest = try sent.toURLRequest()
        urlRequest.httpShouldHandleCookies = false
        // The exchange handles the timeout.
        urlRequest.timeoutInterval = 2_147_483
        switch request.body {
        case .chunks:
            return session.uploadTask(withStreamedRequest: urlRequest)
        case .file(let url):
            urlRequest.httpBodyStream = nil
            return session.uploadTask(with: urlRequest, fromFile: url)
        case .none, .data, .stream:
            return session.dataTask(with: urlRequest)
        }
    }

    /// Makes the stream for a task whose body is a sequence, or that sends its request again.
    static func makeStream(
        for exchange: Exchange?, _ completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        guard let exchange else { return completionHandler(nil) }
        if case .chunks = exchange.request.body, let chunks = try? BodyReader(exchange.request.body) {
            ChunkStream.begin(chunks, of: exchange, completionHandler)
        } else {
            completionHandler(try? exchange.request.body.makeStream())
        }
    }

    /// Returns whether to tell a task that its redirect isn't followed.
    static func waitsForRedirect(_ task: URLSessionTask) -> Bool { true }

    /// Returns the error for a head that Foundation should have rejected: always `nil` here.
    static func problem(with response: HTTPURLResponse) -> TransportError? { nil }

    /// Indicates whether Foundation decodes content without detecting truncation.
    static var decodesWithoutCheck: Bool { false }

    /// The credentials for proxies: none, because Foundation sends them only to open a tunnel, whose responses it doesn't return.
    static var proxySecrets: [String] { [] }

    /// Returns the meaning of an error's text: `nil`, because Foundation's code is sufficient.
    static func meaning(of error: URLError) -> (RequestErrorCode, String)? { nil }

    /// Sends one message with a user's session, and follows no redirect.
    static func send(_ request: OutgoingRequest, on session: URLSession) async throws -> TransportResponse {
        try await Exchange.response(to: request) { exchange in
            let task = try task(for: exchange, on: session, with: session.configuration.fieldNames)
            let delegate = SessionDelegate()
            delegate.register(exchange, for: task)
            // For methods that this delegate lacks, Foundation calls the session's delegate.
            task.delegate = delegate
            return task
        }
    }
}
#endif
