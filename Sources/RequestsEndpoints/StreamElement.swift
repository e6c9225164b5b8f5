public import Foundation
public import Requests

/// A type of elements that a stream can have.
///
/// A `String` is a line, `Data` is bytes as they arrive, and ``/Requests/ServerSentEvent`` is an event of
/// `text/event-stream`. Any `Codable` type that conforms is a JSON value on each line.
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
    /// Bytes as they arrive.
    public static var streamFormat: StreamFormat<Data> { .chunks }
}

extension ServerSentEvent: StreamElement where Payload: Codable {
    /// Events with text or JSON as their data.
    public static var streamFormat: StreamFormat<ServerSentEvent<Payload>> {
        // For a direct cast, the compiler assumes that the types are unrelated.
        let text = (StreamFormat<ServerSentEvent<String>>.serverSentEvents as Any) as? StreamFormat<Self>
        return text ?? .serverSentEvents(Payload.self)
    }
}
