public import Foundation

/// Converts the elements of a stream to a body, and a body to elements.
public struct StreamFormat<Element: Sendable>: Sendable {
    /// The media type of the body, for Content-Type.
    package let mediaType: MediaType

    /// Splits a body into elements.
    package let decoder: StreamDecoder<Element>

    /// Writes one element.
    package let encode: @Sendable (Element, Coding) throws -> Data

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the body, for Content-Type.
    ///   - decoder: Splits a body into elements.
    ///   - encode: Writes one element, with its separator.
    public init(
        mediaType: MediaType, decoder: StreamDecoder<Element>,
        encode: @escaping @Sendable (Element, Coding) throws -> Data
    ) {
        self.mediaType = mediaType
        self.decoder = decoder
        self.encode = encode
    }
}

extension StreamFormat where Element == String {
    /// One text per line; a text with a line break, or with a CR at its end, can't be written.
    public static var lines: Self {
        StreamFormat(mediaType: "text/plain; charset=utf-8", decoder: .lines) { line, _ in
            guard !line.utf8.contains(UInt8(ascii: "\n")), line.utf8.last != UInt8(ascii: "\r") else {
                throw TransportError(code: .bodyEncodingFailed, message: "a line of the stream has a line break")
            }
            return Data((line + "\n").utf8)
        }
    }
}

extension StreamFormat where Element == Data {
    /// Bytes as they arrive.
    public static var chunks: Self {
        StreamFormat(mediaType: .octetStream, decoder: .chunks) { chunk, _ in chunk }
    }
}

extension StreamFormat where Element: Codable {
    /// One JSON value per line: `application/x-ndjson`.
    public static var jsonLines: Self {
        StreamFormat(mediaType: "application/x-ndjson", decoder: .jsonLines()) { element, coding in
            let data = try coding.jsonData(from: element)
            guard !data.contains(UInt8(ascii: "\n")) else {
                throw TransportError(
                    code: .bodyEncodingFailed, message: "the JSON encoder writes several lines for one element")
            }
            return data + Data("\n".utf8)
        }
    }
}

extension StreamFormat {
    /// Returns the format of events with text or JSON as their data (WHATWG HTML, section 9.2).
    ///
    /// A CR or CRLF in the data arrives as LF: an event has only lines.
    public static func serverSentEvents<Payload: Codable & Sendable>() -> Self
    where Element == ServerSentEvent<Payload> {
        // For a direct cast, the compiler assumes that the types are unrelated.
        let text = (StreamDecoder<ServerSentEvent<String>>.serverSentEvents as Any) as? StreamDecoder<Element>
        return StreamFormat(mediaType: .eventStream, decoder: text ?? .serverSentEvents(Payload.self)) {
            event, coding in
            let data = try event.data as? String ?? String(decoding: coding.jsonData(from: event.data), as: UTF8.self)
            return try EventText.data(of: event, data)
        }
    }
}

/// Writes events.
private enum EventText {
    static func data<Payload>(of event: ServerSentEvent<Payload>, _ data: String) throws -> Data {
        var text = ""
        if !event.id.isEmpty { text += try field("id", event.id) }
        if event.type != "message" { text += try field("event", event.type) }
        if let retry = event.retry {
            let (seconds, attoseconds) = retry.components
            let milliseconds = seconds.multipliedReportingOverflow(by: 1_000)
            guard !milliseconds.overflow, seconds >= 0 else { throw unwritable("retry", "is negative or too large") }
            text += "retry: \(milliseconds.partialValue + attoseconds / 1_000_000_000_000_000)\n"
        }
        for line in lines(of: data) { text += "data: \(line)\n" }
        return Data((text + "\n").utf8)
    }

    /// Returns the lines of a text, which end with CR, LF or CRLF.
    private static func lines(of text: String) -> [Substring] {
        var lines: [Substring] = []
        var rest = text.utf8[...]
        while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            lines.append(Substring(rest[..<end]))
            let isCRLF = rest[end...].starts(with: "\r\n".utf8)
            rest = rest[rest.index(end, offsetBy: isCRLF ? 2 : 1)...]
        }
        return lines + [Substring(rest)]
    }

    private static func field(_ name: String, _ value: String) throws -> String {
        guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }), !value.isEmpty else {
            throw unwritable(name, "is empty, or has a line break or NUL")
        }
        return "\(name): \(value)\n"
    }

    private static func unwritable(_ name: String, _ reason: String) -> TransportError {
        TransportError(code: .bodyEncodingFailed, message: "the \(name) of an event \(reason)")
    }
}
