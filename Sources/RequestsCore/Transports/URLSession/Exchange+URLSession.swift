import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Exchange {
    /// The queue for Foundation calls that may block.
    ///
    /// On Linux, one thread serves the connections of all sessions. Making, starting and cancelling a task waits for
    /// that thread, which can take long while a fast response arrives. With the queue, callers don't wait.
    static let foundationCalls = DispatchQueue(label: "Requests.URLSession")

    /// Sends one message with a task of URLSession.
    static func response(
        to request: OutgoingRequest, by makeTask: @escaping @Sendable (Exchange) throws -> URLSessionTask
    ) async throws -> TransportResponse {
        try await Exchange(request, isUnpaused: true, hiding: URLSessionSystem.proxySecrets).response { exchange in
            URLSessionSystem.begin { exchange.start(by: makeTask) }
        }
    }

    private func start(by makeTask: (Exchange) throws -> URLSessionTask) {
        guard !hasEnded else { return }
        do {
            let task = try makeTask(self)
            if began(cancel: { Self.foundationCalls.async { task.cancel() } }) { task.resume() }
        } catch {
            fail(error)
        }
    }

    /// Receives the head as a Foundation type.
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return fail(TransportError(code: .malformedResponse, message: "the response isn't an HTTP response"))
        }
        if let problem = URLSessionSystem.problem(with: response) { return fail(problem) }
        var head = ResponseHead(response)
        if let coding = head.codingOfFoundation(for: request) {
            if request.options.policy.compression == .asReceived, !isFollowed(head) {
                return fail(TransportError.decoded(coding, of: head))
            }
            head.notes.mayBeCutOff = URLSessionSystem.decodesWithoutCheck
        }
        receive(head)
    }

    /// Ends the exchange when the task has completed, or when a challenge has delivered the whole response.
    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        if let error { return fail(error) }
        // The head of a response without a body may arrive only at its end.
        if let response, !hasHead { receive(response) }
        finish()
    }
}

extension ResponseHead {
    /// Returns the content coding if Foundation decodes it itself.
    fileprivate func codingOfFoundation(for message: OutgoingRequest) -> String? {
        guard contentLength(for: message) != 0 else { return nil }
        return contentCodings.first { ["gzip", "x-gzip", "deflate", "br", "zstd"].contains($0.lowercased()) }
    }
}

extension TransportError {
    fileprivate static func decoded(_ coding: String, of head: ResponseHead) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message:
                "URLSession always decompresses \(coding), so the compressed bytes aren't available: "
                + "send the request with AsyncHTTPClient, or remove .asReceived and set Accept-Encoding to \(coding) "
                + "to get the decompressed content",
            head: head
        )
    }
}
