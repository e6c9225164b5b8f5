import Foundation
import Requests
import TestSupport
import Testing

private struct Note: Codable, Equatable, Sendable {
    var zuluTime = Date(timeIntervalSince1970: 1_714_564_800)
    var authorID = 7
    var linkURL = URL("https://h/a?b=c")
    var tags: [String: Int]?
    var seal: Data?
}

private struct Moment: Codable, Equatable, Sendable { var at: Date }

extension Coding {
    fileprivate static let shouting = Coding(
        keys: .custom(encode: { $0.uppercased() }, decode: { $0.lowercased() })
    )
    fileprivate static let hex = Coding(
        data: .custom(
            encode: { $0.map { String(format: "%02x", $0) }.joined() },
            decode: { text in
                Data(
                    stride(from: 0, to: text.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
                )
            }
        )
    )
    fileprivate static let days = Coding(
        dates: .custom(
            encode: { "day \(Int($0.timeIntervalSince1970 / 86_400))" },
            decode: { Date(timeIntervalSince1970: (Double($0.dropFirst(4)) ?? .nan) * 86_400) }
        )
    )
}

@Suite("JSON by a Coding") struct CodingJSONTests {
    private func bodyText(_ value: some Encodable & Sendable, _ coding: Coding, encoder: JSONEncoder? = nil) throws
        -> String?
    {
        let provider = AnonymousProvider("https://h", coding: coding)
        guard case .data(let data) = try provider.post(.json(value, encoder: encoder), to: "/").resolve().body else {
            return nil
        }
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `keys are sorted, slashes bare, nils left out, and everything is read back`() throws {
        var note = Note(tags: ["b": 1, "a": 2, "keepThis": 3], seal: Data([0, 255]))
        let standard =
            #"{"authorID":7,"linkURL":"https://h/a?b=c","seal":"AP8=","tags":{"a":2,"b":1,"keepThis":3},"zuluTime":"2024-05-01T12:00:00Z"}"#
        #expect(try bodyText(note, .standard) == standard)
        #expect(try Coding.standard.value(Note.self, fromJSON: Data(standard.utf8)) == note)
        (note.tags, note.seal) = (nil, nil)
        #expect(
            try bodyText(note, .standard)
                == #"{"authorID":7,"linkURL":"https://h/a?b=c","zuluTime":"2024-05-01T12:00:00Z"}"#)
    }

    @Test func `snake_case renames properties and leaves the keys of dictionaries`() throws {
        struct Account: Codable, Equatable, Sendable {
            var firstName: String; var createdAt: Date; var labels: [String: Int]
        }
        let account = Account(firstName: "Ada", createdAt: Date(timeIntervalSince1970: 0.5), labels: ["camelKey": 1])
        let json = #"{"created_at":"1970-01-01T00:00:00.500Z","first_name":"Ada","labels":{"camelKey":1}}"#
        #expect(try bodyText(account, .snakeCase) == json)
        #expect(try Coding.snakeCase.value(Account.self, fromJSON: Data(json.utf8)) == account)
    }

    @Test func `a custom key style works in both directions`() throws {
        struct Point: Codable, Equatable, Sendable { var x: Int; var yy: [Point]? }
        let point = Point(x: 1, yy: [Point(x: 2)])
        #expect(try bodyText(point, .shouting) == #"{"X":1,"YY":[{"X":2}]}"#)
        #expect(try Coding.shouting.value(Point.self, fromJSON: Data(#"{"X":1,"YY":[{"X":2}]}"#.utf8)) == point)
    }

    @Test(arguments: [
        (Coding.standard, 0.0, #""1970-01-01T00:00:00Z""#), (.standard, 0.25, #""1970-01-01T00:00:00.250Z""#),
        (.standard, -62_135_596_800, #""0001-01-01T00:00:00Z""#),
        (Coding(dates: .fractionalSecondsSince1970), 1.5, "1.5"), (Coding(dates: .fractionalSecondsSince1970), 2, "2"),
        (Coding(dates: .secondsSince1970), 1_795_751_178, "1795751178"), (Coding(dates: .secondsSince1970), -1, "-1"),
        (Coding(dates: .localISO8601(.gmt)), 0.25, #""1970-01-01T00:00:00.250""#),
        (Coding(dates: .millisecondsSince1970), 1.5, "1500"), (.days, 172_800, #""day 2""#),
    ])
    func `dates are written and read`(coding: Coding, seconds: Double, json: String) throws {
        let moment = Moment(at: Date(timeIntervalSince1970: seconds))
        #expect(try bodyText(moment, coding) == #"{"at":\#(json)}"#)
        #expect(try coding.value(Moment.self, fromJSON: Data(#"{"at":\#(json)}"#.utf8)) == moment)
    }

    @Test(arguments: [
        (#""2024-05-01T14:00:00+02:00""#, 1_714_564_800.0), (#""2024-05-01T12:00:00.5Z""#, 1_714_564_800.5),
        (#""2024-05-01T12:00:00.123456Z""#, 1_714_564_800.123456),
    ])
    func `dates with an offset or another fraction are read`(json: String, seconds: Double) throws {
        let moment = try Coding.standard.value(Moment.self, fromJSON: Data(#"{"at":\#(json)}"#.utf8))
        #expect(moment == Moment(at: Date(timeIntervalSince1970: seconds)))
    }

    @Test(arguments: [
        (Coding(dates: .secondsSince1970), 1_795_751_178.3428, "1795751178"),
        (Coding(dates: .secondsSince1970), -1.5, "-2"), (Coding(dates: .millisecondsSince1970), 1.000_75, "1001"),
    ])
    func `Unix times are rounded to integers, and fractions are read`(coding: Coding, seconds: Double, json: String)
        throws
    {
        let moment = Moment(at: Date(timeIntervalSince1970: seconds))
        #expect(try bodyText(moment, coding) == #"{"at":\#(json)}"#)
        let read = try coding.value(Moment.self, fromJSON: Data(#"{"at":1.5}"#.utf8)).at.timeIntervalSince1970
        #expect(abs(read - 1.5) < 1e-6 || abs(read - 0.0015) < 1e-6)
    }

    @Test(arguments: ["2026-01-01T10:00:00", "2026-01-01", "2026-01-01T10:00:00.123"])
    func `a date without a time zone is an error that names the style for it`(text: String) throws {
        let json = Data(#"{"at":"\#(text)"}"#.utf8)
        do {
            _ = try Coding.standard.value(Moment.self, fromJSON: json)
            Testing.Issue.record("no error")
        } catch {
            let message =
                "`at` is a date without a time zone: to read such dates as UTC, use Coding(dates: .localISO8601(.gmt))"
            #expect(ErrorText.developerText(of: error) == message)
        }
        #expect(throws: Never.self) { try Coding(dates: .localISO8601(.gmt)).value(Moment.self, fromJSON: json) }
    }

    @Test(arguments: [#""2024-02-30T00:00:00Z""#, #""yesterday""#, "12", "null", #""""#, #""2024-05-01""#])
    func `an invalid date is an error that names its place`(json: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try Coding.standard.value([Moment].self, fromJSON: Data(#"[{"at":\#(json)}]"#.utf8))
        }
        let path: [any CodingKey]? =
            switch error {
            case .dataCorrupted(let context)?, .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
                context.codingPath
            default: nil
            }
        #expect(path?.map(\.stringValue) == ["Index 0", "at"])
    }

    @Test(arguments: [Double.nan, .infinity, -1e300, 253_402_300_800])
    func `a date that can't be written is an error`(seconds: Double) {
        let value = ["list": [Moment(at: Date(timeIntervalSince1970: seconds))]]
        let error = AnonymousProvider("https://h").post(.json(value), to: "/").resolutionError()
        #expect(error?.code == .bodyEncodingFailed)
        #expect(error?.message.contains("list[0].at") == true)
    }

    @Test func `a custom data style works in both directions`() throws {
        let value = ["a": Data([0, 171])]
        #expect(try bodyText(value, .hex) == #"{"a":"00ab"}"#)
        #expect(try Coding.hex.value([String: Data].self, fromJSON: Data(#"{"a":"00ab"}"#.utf8)) == value)
    }

    @Test func `an explicit encoder or decoder takes precedence`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(
            try bodyText(Note(), .snakeCase, encoder: encoder)
                == #"{"authorID":7,"linkURL":"https:\/\/h\/a?b=c","zuluTime":1714564800}"#)
        #expect(try bodyText(Note(), Coding(keys: .snakeCase, jsonEncoder: encoder))?.contains("authorID") == true)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let head = ResponseHead(status: .ok)
        let data = Data(#"{"at":1}"#.utf8)
        #expect(
            try ResponseDecoder.json(Moment.self, decoder: decoder).decode(head, data)
                == Moment(at: Date(timeIntervalSince1970: 1)))
        #expect(
            try Coding(jsonDecoder: decoder).value(Moment.self, fromJSON: data)
                == Moment(at: Date(timeIntervalSince1970: 1)))
    }

    @Test func `a value that can be decoded only once is decoded, even if a text has a NUL`() throws {
        struct Ticket: Decodable {
            struct Used: Error {}
            static let uses = Counter()
            let text: String
            init(from decoder: any Decoder) throws {
                // The library reads JSON with a NUL twice, because Foundation would cut some strings off.
                if Self.uses.next() > 1 { throw Used() }
                text = try decoder.singleValueContainer().decode(String.self)
            }
        }
        let ticket = try Coding.standard.value(Ticket.self, fromJSON: Data(#""a\u0000b""#.utf8))
        #expect(ticket.text == "a\0b")
        #expect(Ticket.uses.count == 2)
    }

    @Test func `the same value gives the same bytes`() throws {
        let names = (0..<200).map { "key\($0)" }
        var texts: Set<String> = []
        for seed in 0..<20 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var values: [String: Int] = [:]
            for name in names.shuffled(using: &generator) { values[name] = name.utf8.count }
            texts.insert(try bodyText(values, .standard) ?? "")
        }
        #expect(texts.count == 1)
    }
}
