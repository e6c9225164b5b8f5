/// A server-sent event, whose data is text or a value decoded from text.
///
/// ```swift
/// for try await event in events {
///     if event.type == "message" { print(event.data) }
/// }
/// ```
public struct ServerSentEvent<Payload: Sendable>: Sendable {
    /// The data; several lines are joined by LF.
    public var data: Payload

    /// The other properties, which rarely change between events.
    ///
    /// Events share them by reference, which makes copying an event cheap.
    private var details: EventDetails

    /// The type; `message` if the server sent none.
    public var type: String {
        get { details.type }
        set { details = EventDetails(type: newValue, id: id, retry: retry) }
    }

    /// The last identifier, from this event or an earlier one; empty if there was none.
    ///
    /// To continue after a lost connection, send the identifier in the field `Last-Event-ID`.
    public var id: String {
        get { details.id }
        set { details = EventDetails(type: type, id: newValue, retry: retry) }
    }

    /// The last reconnection delay that the server set; `nil` if it set none.
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

/// The properties of an event except its data.
final class EventDetails: Hashable, Sendable {
    let type: String
    let id: String
    let retry: Duration?

    init(type: String, id: String, retry: Duration?) {
        self.type = type
        self.id = id
        self.retry = retry
    }

    static func == (left: EventDetails, right: EventDetails) -> Bool {
        left.type == right.type && left.id == right.id && left.retry == right.retry
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(id)
        hasher.combine(retry)
    }
}

extension ServerSentEvent: Equatable where Payload: Equatable {}
extension ServerSentEvent: Hashable where Payload: Hashable {}

extension ServerSentEvent: CustomReflectable {
    /// The mirror for printing.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["type": type, "data": data, "id": id, "retry": retry as Any], displayStyle: .struct)
    }
}
