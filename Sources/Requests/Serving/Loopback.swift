import Foundation

/// Sends the requests of an API to its routes in the same process: everything but the socket.
///
/// ```swift
/// let transport = Loopback(Routes(api).on(\.all) { _ in [.sample] })
/// let todos = try await transport.perform(api.request(\.all, Todos(list: 7)))
/// ```
///
/// Requests are resolved, routed, read and answered as over a network, answers read and decoded.
public struct Loopback<API: RequestProviding>: Transport {
    private let routes: Routes<API>

    /// Makes a transport of routes.
    public init(_ routes: Routes<API>) {
        self.routes = routes
    }

    /// Has the routes answer a message.
    ///
    /// - Parameter request: The message.
    /// - Returns: The answer.
    /// - Throws: ``RequestErrorCode/cancelled``, ``RequestErrorCode/timedOut``, and what keeps a body from being read.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        return await routes.respond(to: try IncomingRequest(request)).answering(request)
    }
}

extension TransportResponse {
    /// The answer of a server in the same process, as the answer to a message.
    package func answering(_ request: OutgoingRequest) -> TransportResponse {
        let head = ResponseHead(status: head.status, header: head.header, url: request.url)
        return TransportResponse(head: head, body: body)
    }
}

extension IncomingRequest {
    /// The message as its server gets it.
    package init(_ request: OutgoingRequest) throws {
        let authority = request.url.range(of: "://").map { request.url[$0.upperBound...] } ?? request.url[...]
        let path = authority.firstIndex { "/?#".contains($0) } ?? authority.endIndex
        let target = authority[path...].first == "/" ? String(authority[path...]) : "/" + authority[path...]
        let data: Data
        switch request.body {
        case .none: data = Data()
        case .data(let content): data = content
        case .file(let url): data = try Data(contentsOf: url)
        case .stream(_, let make): data = try make().readAll()
        }
        self.init(method: request.method, target: target, header: request.header, body: MessageBody(data))
    }
}

extension InputStream {
    fileprivate func readAll() throws -> Data {
        open()
        defer { close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
        while true {
            let count = read(&buffer, maxLength: buffer.count)
            guard count > 0 else {
                if let failure { throw failure }
                return data
            }
            data.append(contentsOf: buffer[..<count])
        }
    }
}
