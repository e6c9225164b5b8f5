import Foundation

/// Writes server-sent events.
enum EventText {
    static func data<Payload>(of event: ServerSentEvent<Payload>, _ data: String) throws -> Data {
        var text = ""
        if !event.id.isEmpty { text += try field("id", event.id) }
        if event.type != "message" { text += try field("event", event.type) }
        if let retry = event.retry {
            let (seconds, attoseconds) = retry.components
            let milliseconds = seconds.multipliedReportingOverflow(by: 1_000)
            guard !milliseconds.overflow, seconds >= 0 else {
                throw unwritable("retry", "must be between 0 and \(Int64.max) milliseconds")
            }
            text += "retry: \(milliseconds.partialValue + attoseconds / 1_000_000_000_000_000)\n"
        }
        for line in lines(of: data) { text += "data: \(line)\n" }
        return Data((text + "\n").utf8)
    }

    /// Returns the lines of a text, separated by CR, LF or CRLF.
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
        guard !value.isEmpty else { throw unwritable(name, "must not be empty") }
        guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else {
            throw unwritable(name, "must not contain a line break or a NUL character")
        }
        return "\(name): \(value)\n"
    }

    private static func unwritable(_ name: String, _ reason: String) -> TransportError {
        TransportError(unwritable: "the field `\(name)` of a server-sent event \(reason)")
    }
}
