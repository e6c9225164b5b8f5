public import Requests

/// Sends requests to routes in the same process.
///
/// It does everything but open a socket.
///
/// ```swift
/// let transport = Loopback(Routes(api).on(\.all) { _ in [.sample] })
/// let todos = try await transport.perform(api.request(\.all, Todos(list: 7)))
/// ```
///
/// Requests and responses take the same steps as over a network: a request is resolved, routed and read, and its response is
/// read and decoded. Bodies stream both ways, no faster than they are read. Redirects are followed, and timeouts and limits
/// apply as on every transport.
///
/// The handler runs in a separate task with the task-local values of the caller. It is cancelled with the caller, by a timeout,
/// and when the body of the response is dropped. It begins on the caller's thread if the system can do that. Then a handler
/// that blocks its thread blocks the caller.
///
/// For a network that is slow or fails, see ``delaying(by:clock:)``, ``failing(_:)`` and ``failing(_:times:)``.
public struct Loopback: Transport {
    let respond: @Sendable (IncomingRequest) async throws -> TransportResponse
    var conditions: [Condition] = []

    /// Makes a transport from routes.
    public init<API>(_ routes: Routes<API>) {
        self.init { request in await routes.respond(to: request) }
    }

    /// Makes a transport from a function, for example to try several routes one after the other.
    ///
    /// - Parameter respond: Responds to a request. If it throws an error, the sender gets that error, as from a network that
    ///   failed.
    public init(_ respond: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse) {
        self.respond = respond
    }

    /// Sends a message to the routes.
    ///
    /// - Parameter request: The message.
    /// - Returns: The response.
    /// - Throws: ``/Requests/RequestErrorCode/cancelled``, ``/Requests/RequestErrorCode/timedOut``,
    ///   ``/Requests/RequestErrorCode/bodyUnreadable``, and the errors of redirects.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { incoming, _ in try await respond(to: incoming) }
    }
}
