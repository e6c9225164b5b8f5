import Foundation

// Bodies from outside: a value that can be read stays the same when it is written and read again.
extension Fuzzing {
    /// The values that a form or JSON can hold.
    struct Everything: Codable, Equatable, Sendable {
        enum Level: String, Codable, Sendable { case low, high }
        struct Person: Codable, Equatable, Sendable { var name: String; var age: UInt8? }

        var text: String?
        var flag: Bool?
        var int: Int8?
        var huge: Int128?
        var double: Double?
        var decimal: Decimal?
        var date: Date?
        var data: Data?
        var url: URL?
        var id: UUID?
        var level: Level?
        var numbers: [Int]?
        var people: [Person]?
        var names: [String: String]?
    }

    /// Reads a body and, if that succeeds, writes and reads it again: the value must stay the same.
    private static func roundTrip(_ body: Data, _ type: MediaType, _ format: BodyFormat) {
        let head = ResponseHead(status: .ok, header: HeaderFields([.contentType(type)]))
        let decoder = ResponseDecoder<Everything>.decoded(from: format)
        guard var value = try? decoder.decode(head, body) else { return }
        var header = HeaderFields()
        let written = try? BodyProvider.encoded(value, as: format).body(addingTo: &header, coding: .standard)
        guard case .data(let data)? = written else { return }
        guard let again = try? decoder.decode(head, data) else { return fail("not read again", data) }
        // Dates are written in milliseconds.
        if let date = again.date, let read = value.date, abs(read.timeIntervalSince(date)) < 0.001 { value.date = date }
        // NaN differs from itself, and an empty dictionary isn't written in a form.
        guard "\(again)" == "\(value)" || again == value else { return fail("changed: \(value), \(again)", data) }
    }

    @Sendable static func forms(_ body: Data) { roundTrip(body, .form, .form) }
    @Sendable static func json(_ body: Data) { roundTrip(body, .json, .json) }

    @Sendable static func multipart(_ body: Data) {
        let type = MediaType.multipartForm.with(parameter: "boundary", "b")
        let head = ResponseHead(status: .ok, header: HeaderFields([.contentType(type)]))
        _ = try? ResponseDecoder<Everything>.decoded(from: .multipart).decode(head, body)
    }

    /// Runs the target; the first line of the input is the media type.
    @Sendable static func texts(_ body: Data) {
        let line = body.prefix { $0 != 10 }
        let type = HeaderField(.contentType, String(decoding: line, as: UTF8.self))
        let head = ResponseHead(status: .ok, header: HeaderFields([type]))
        _ = try? ResponseDecoder<String>.text.decode(head, Data(body.dropFirst(line.count)))
    }

    /// Checks that JSON which can be parsed stays the same, also if it is repaired.
    @Sendable static func jsonValues(_ text: Data) {
        let repaired = try? JSONValue.repairing(text)
        guard let value = try? JSONValue(parsing: text) else {
            // The syntax of JSON allows half a surrogate pair, which can't be a character (RFC 8259, section 8.2).
            return repaired != nil && !text.contains(UInt8(ascii: "\\")) ? fail("refused without an issue", text) : ()
        }
        guard repaired?.value == value else { return fail("changed by a repair: \(value)", text) }
        guard let written = try? JSONWriter.data(of: value) else { return fail("not written", text) }
        guard let again = try? JSONValue(parsing: written), again == value else {
            return fail("changed: \(value)", text)
        }
        guard let indented = try? JSONValue(parsing: value.indentedData), indented == value else {
            return fail("changed by lines: \(value)", text)
        }
    }
}
