public import Requests

/// A failure of one request over ``Loopback``: see ``Loopback/failing(_:)``.
public struct LoopbackFault: Hashable, Sendable {
    enum Moment: Hashable, Sendable {
        case beforeServing
        case afterServing
        case inBody(Int)
    }

    let moment: Moment

    /// The code of the error that the client's call throws.
    package let code: RequestErrorCode

    /// Makes a fault for a request that does not arrive, so that its handler does not run.
    ///
    /// - Parameter code: The code of the client's error, such as ``/Requests/RequestErrorCode/connectionFailed``,
    ///   ``/Requests/RequestErrorCode/offline`` or ``/Requests/RequestErrorCode/timedOut``.
    /// - Returns: The fault.
    public static func beforeServing(_ code: RequestErrorCode) -> LoopbackFault {
        LoopbackFault(moment: .beforeServing, code: code)
    }

    /// Makes a fault for a request that is served, but whose response is lost.
    ///
    /// - Parameter code: The code of the client's error: ``/Requests/RequestErrorCode/connectionLost`` by default.
    /// - Returns: The fault.
    public static func afterServing(_ code: RequestErrorCode = .connectionLost) -> LoopbackFault {
        LoopbackFault(moment: .afterServing, code: code)
    }

    /// Makes a fault for a response whose body breaks off.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes of the body that arrive. A shorter body breaks off at its end.
    ///   - code: The code of the client's error: ``/Requests/RequestErrorCode/connectionLost`` by default.
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
            case .inBody(let count): "after \(count) bytes of the response body"
            }
        return TransportError(code: code, message: "the configured loopback fault occurred \(moment)")
    }

    /// Returns a response with the fault applied.
    ///
    /// - Throws: The fault's error if no response arrives.
    func applied(to response: TransportResponse) throws(TransportError) -> TransportResponse {
        switch moment {
        case .beforeServing, .afterServing:
            throw error
        case .inBody(let count):
            let length = response.body.byteCount
            var head = response.head
            if let length, !head.header.contains(.contentLength) {
                // Declare the length of the whole body.
                var header = head.header
                header.append(HeaderField(.contentLength, String(length)))
                head = ResponseHead(status: head.status, header: header, urlText: head.urlText)
            }
            return TransportResponse(
                head: head, body: MessageBody(BrokenBody(base: response.body, count: count, error: error)))
        }
    }
}
