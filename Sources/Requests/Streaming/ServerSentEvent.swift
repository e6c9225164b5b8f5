/// An event that a server sent, and its data: a text, or what was decoded from it.
///
/// ```swift
/// for try await event in events {
///     if event.type == "message" { print(event.data) }
/// }
/// ```
public struct ServerSentEvent<Payload: Sendable>: Sendable {
    /// The type: `message` where the event names none.
    public var type: String

    /// The data; several lines of it are joined by LF.
    public var data: Payload

    /// The identifier that was given last, by this event or one before it; empty where none was.
    ///
    /// To go on after the connection was lost, send it as `Last-Event-ID`.
    public var id: String

    /// How long to wait before connecting again, as the server said last; `nil` where it said nothing.
    public var retry: Duration?

    /// Makes an event.
    public init(type: String = "message", data: Payload, id: String = "", retry: Duration? = nil) {
        self.type = type
        self.data = data
        self.id = id
        self.retry = retry
    }
}

extension ServerSentEvent: Equatable where Payload: Equatable {}
extension ServerSentEvent: Hashable where Payload: Hashable {}
