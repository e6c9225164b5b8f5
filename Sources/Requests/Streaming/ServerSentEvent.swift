/// An event that a server sent, and its data: a text, or what was decoded from it.
///
/// ```swift
/// for try await event in events {
///     if event.type == "message" { print(event.data) }
/// }
/// ```
public struct ServerSentEvent<Payload: Sendable>: Sendable {
    /// The data; several lines of it are joined by LF.
    public var data: Payload

    /// The rest, which few events change: an event that is handed on is a copy of two references.
    private var details: EventDetails

    /// The type: `message` where the event names none.
    public var type: String {
        get { details.type }
        set { details = EventDetails(type: newValue, id: id, retry: retry) }
    }

    /// The identifier that was given last, by this event or one before it; empty where none was.
    ///
    /// To go on after the connection was lost, send it as `Last-Event-ID`.
    public var id: String {
        get { details.id }
        set { details = EventDetails(type: type, id: newValue, retry: retry) }
    }

    /// How long to wait before connecting again, as the server said last; `nil` where it said nothing.
    public var retry: Duration? {
        get { details.retry }
        set { details = EventDetails(type: type, id: id, retry: newValue) }
    }

    /// Makes an event.
    public init(type: String = "message", data: Payload, id: String = "", retry: Duration? = nil) {
        self.init(data: data, details: EventDetails(type: type, id: id, retry: retry))
    }

    init(data: Payload, details: EventDetails) {
        self.data = data
        self.details = details
    }
}

/// What an event has besides its data.
final class EventDetails: Sendable {
    let type: String
    let id: String
    let retry: Duration?

    init(type: String, id: String, retry: Duration?) {
        self.type = type
        self.id = id
        self.retry = retry
    }
}

extension ServerSentEvent: Equatable where Payload: Equatable {
    /// Whether two events have the same type, data, identifier and time.
    public static func == (left: Self, right: Self) -> Bool {
        left.data == right.data && left.type == right.type && left.id == right.id && left.retry == right.retry
    }
}

extension ServerSentEvent: Hashable where Payload: Hashable {
    /// Feeds all that makes two events equal into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(data)
        hasher.combine(id)
        hasher.combine(retry)
    }
}

extension ServerSentEvent: CustomReflectable {
    /// The properties, for printing.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["type": type, "data": data, "id": id, "retry": retry as Any], displayStyle: .struct)
    }
}
