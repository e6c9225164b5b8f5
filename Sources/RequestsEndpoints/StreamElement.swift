public import Foundation
public import Requests

/// A type whose values can be the elements of a stream.
///
/// A `String` is a line, `Data` is a chunk as it arrives, and ``/Requests/ServerSentEvent`` is an event of
/// `text/event-stream`. Any conforming `Codable` type is sent as one JSON value per line.
///
/// ```swift
/// struct Tick: Codable, StreamElement { … }
/// ```
public protocol StreamElement: Sendable {
    /// Converts elements to a body, and a body to elements.
    static var streamFormat: StreamFormat<Self> { get }
}

extension StreamElement where Self: Codable {
    /// One JSON value per line.
    public static var streamFormat: StreamFormat<Self> { .jsonLines }
}

extension String: StreamElement {
    /// Lines.
    public static var streamFormat: StreamFormat<String> { .lines }
}

extension Data: StreamElement {
    /// Chunks of bytes as they arrive.
    public static var streamFormat: StreamFormat<Data> { .chunks }
}

extension ServerSentEvent: StreamElement where Payload: Codable {
    /// Events whose data is text or JSON.
    public static var streamFormat: StreamFormat<ServerSentEvent<Payload>> {
        // The compiler assumes that a direct cast fails, because the types look unrelated.
        let text = (StreamFormat<ServerSentEvent<String>>.serverSentEvents as Any) as? StreamFormat<Self>
        return text ?? .serverSentEvents(Payload.self)
    }
}
