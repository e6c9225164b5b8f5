/// What goes wrong with one request over ``Loopback``: ``Loopback/failing(_:)``.
public struct LoopbackFault: Hashable, Sendable {
    enum Moment: Hashable, Sendable {
        case beforeServing
        case afterServing
        case inBody(Int)
    }

    let moment: Moment

    /// The code of the error that the sender gets.
    public let code: RequestErrorCode

    /// The request does not arrive: the handler is not run.
    ///
    /// - Parameter code: What the sender gets: ``RequestErrorCode/connectionFailed``, ``RequestErrorCode/offline``,
    ///   ``RequestErrorCode/timedOut``.
    /// - Returns: The fault.
    public static func beforeServing(_ code: RequestErrorCode) -> LoopbackFault {
        LoopbackFault(moment: .beforeServing, code: code)
    }

    /// The request was served, and its answer is lost.
    ///
    /// - Parameter code: What the sender gets: ``RequestErrorCode/connectionLost`` by default.
    /// - Returns: The fault.
    public static func afterServing(_ code: RequestErrorCode = .connectionLost) -> LoopbackFault {
        LoopbackFault(moment: .afterServing, code: code)
    }

    /// The answer comes, and its body breaks off.
    ///
    /// - Parameters:
    ///   - byteCount: How many bytes of it come; a shorter body breaks off at its end.
    ///   - code: What the sender gets: ``RequestErrorCode/connectionLost`` by default.
    /// - Returns: The fault.
    public static func bodyBreaks(
        after byteCount: Int, _ code: RequestErrorCode = .connectionLost
    ) -> LoopbackFault {
        LoopbackFault(moment: .inBody(max(byteCount, 0)), code: code)
    }

    var error: TransportError {
        let moment =
            switch moment {
            case .beforeServing: "before the request was served"
            case .afterServing: "after the request was served"
            case .inBody(let count): "after \(count) bytes of the response's body"
            }
        return TransportError(code: code, message: "the loopback failed as it was told to, \(moment)")
    }

    /// An answer with the fault in it, where there is to be one at all.
    func applied(to response: TransportResponse) throws(TransportError) -> TransportResponse {
        switch moment {
        case .beforeServing, .afterServing:
            throw error
        case .inBody(let count):
            let length = response.body.byteCount
            var head = response.head
            if let length, !head.header.contains(.contentLength) {
                // As long as it would have been.
                var header = head.header
                header.append(HeaderField(.contentLength, String(length)))
                head = ResponseHead(status: head.status, header: header, url: head.url)
            }
            return TransportResponse(
                head: head, body: MessageBody(BrokenBody(base: response.body, count: count, error: error)))
        }
    }
}
