public import Requests

/// Sends requests to routes in the same process.
///
/// This transport does everything except opening a socket.
///
/// ```swift
/// let transport = Loopback(Routes(api).on(\.all) { _ in [.sample] })
/// let todos = try await transport.perform(api.request(\.all, Todos(list: 7)))
/// ```
///
/// Requests and responses go through the same steps as over a network: requests are resolved, routed and read, and
/// responses are read and decoded. Bodies stream in both directions, no faster than they are read. Redirects, timeouts
/// and limits work as on every transport.
///
/// The handler runs in a separate task that inherits the caller's task-local values. The task is cancelled with the
/// caller, on a timeout, and when the response's body is released. If the system supports it, the task starts on the
/// caller's thread. A handler that blocks its thread then also blocks the caller.
///
/// To simulate a slow or failing network, see ``delaying(by:clock:)``, ``failing(_:)`` and ``failing(_:times:)``.
public struct Loopback: Transport {
    let respond: @Sendable (IncomingRequest) async throws -> TransportResponse
    var conditions: [Condition] = []

    /// Makes a transport from routes.
    public init<API>(_ routes: Routes<API>) {
        self.init { request in await routes.respond(to: request) }
    }

    /// Makes a transport from a function, for example to try several routes in order.
    ///
    /// - Parameter respond: A function that responds to a request. If the function throws an error, the client receives
    ///   the error like a network error.
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
