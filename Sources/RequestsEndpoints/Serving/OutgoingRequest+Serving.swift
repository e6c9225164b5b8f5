import Foundation
import Requests

extension OutgoingRequest {
    /// Sends the message to a server in the same process, and follows its redirects.
    ///
    /// Timeouts and limits apply as on every transport. The bodies of the message and the response are produced only as fast
    /// as they are read.
    ///
    /// - Parameter respond: A function that responds to the received request. Its task is cancelled as soon as nothing
    ///   waits for the response anymore.
    /// - Returns: The last response.
    /// - Throws: The errors of ``send(by:)``, and ``RequestErrorCode/bodyUnreadable``.
    package func send(
        to respond: @escaping @Sendable (IncomingRequest, OutgoingRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        try await followingRedirects { message in
            try await Exchange(message).response { exchange in
                let (body, cancel) = try exchange.servedBody()
                exchange.pump(atOnce: true, cancelling: cancel) { message in
                    try await respond(IncomingRequest(message, body: body), message).fitting(message)
                }
            }
        }
    }
}

extension Exchange {
    /// Returns the body of the message for its server, and a function that cancels the body.
    fileprivate func servedBody() throws(TransportError) -> (MessageBody, cancel: @Sendable () -> Void) {
        switch request.body {
        case .none: return (MessageBody(Data()), {})
        // If nothing observes the progress, the data is passed on unchanged.
        case .data(let data) where request.options.progressObserver == nil: return (MessageBody(data), {})
        default:
            let reader = try BodyReader(request.body)
            return (MessageBody(ServedBody(reader, of: self)), { reader.cancel() })
        }
    }
}

extension IncomingRequest {
    /// Makes the request that a server receives, with the Host field and, if it is known, the length of the body.
    fileprivate init(_ request: OutgoingRequest, body: MessageBody) {
        let (host, target) = request.urlText.withBytes { url in
            let colon = url.position(of: UInt8(ascii: ":"))
            // The position after `://`.
            let start = colon + 3 <= url.count ? colon + 3 : 0
            let rest = url.part(start..<url.position(of: UInt8(ascii: "#"), from: start))
            let end = min(rest.position(of: UInt8(ascii: "/")), rest.position(of: UInt8(ascii: "?")))
            let path = String(decoding: rest.part(end..<rest.count), as: UTF8.self)
            let host = String(decoding: rest.part(0..<end), as: UTF8.self)
            return (host, end < rest.count && rest[end] == UInt8(ascii: "/") ? path : "/" + path)
        }
        var header = request.header
        if !header.contains(.host) {
            header.append(HeaderField(.host, request.unixSocket == nil ? host : UnixSocketURL.host))
        }
        if !request.body.isNone, let length = request.body.length, !header.contains(.contentLength) {
            header.append(HeaderField(.contentLength, String(length)))
        }
        self.init(method: request.method, target: target, header: header, body: body)
    }
}
