/// Sends requests to routes in the same process: everything but the socket.
///
/// ```swift
/// let transport = Loopback(Routes(api).on(\.all) { _ in [.sample] })
/// let todos = try await transport.perform(api.request(\.all, Todos(list: 7)))
/// ```
///
/// Requests are resolved, routed, read and answered as over a network, answers read and decoded. Bodies stream both ways, no faster
/// than they are read; redirects are followed, time-outs and limits kept as on every transport. The handler runs in a task of its own
/// with the task-local values of the caller's; it is cancelled with that, by a time-out, and when the body of the answer is dropped.
/// It begins on the thread of the caller's, where the system can do that: a handler that blocks its thread blocks the caller.
///
/// A network that is slow or fails: ``delaying(by:clock:)``, ``failing(_:)``, ``failing(_:times:)``.
public struct Loopback: Transport {
    let respond: @Sendable (IncomingRequest) async throws -> TransportResponse
    var conditions: [Condition] = []

    /// Makes a transport of routes.
    public init<API>(_ routes: Routes<API>) {
        self.init { request in await routes.respond(to: request) }
    }

    /// Makes a transport of a function, such as several routes, one after the other.
    ///
    /// - Parameter respond: Answers a request. What it throws is what the sender gets, as from a network that failed.
    public init(_ respond: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse) {
        self.respond = respond
    }

    /// Has a message answered.
    ///
    /// - Parameter request: The message.
    /// - Returns: The answer.
    /// - Throws: ``RequestErrorCode/cancelled``, ``RequestErrorCode/timedOut``, ``RequestErrorCode/bodyUnreadable``, and what follows
    ///   from redirects.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { incoming, _ in try await respond(to: incoming) }
    }
}
