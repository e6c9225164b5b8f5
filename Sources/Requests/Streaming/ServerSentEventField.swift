/// The known fields of an event stream (WHATWG HTML, section 9.2.6).
enum ServerSentEventField {
    case data, event, id, retry

    /// Makes a field from its name; `nil` for an unknown name.
    init?(name: Bytes) {
        switch name.count {
        case 2 where name.equals("id"): self = .id
        case 4 where name.equals("data"): self = .data
        case 5 where name.equals("event"): self = .event
        case 5 where name.equals("retry"): self = .retry
        default: return nil
        }
    }
}
