import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Hostile recordings", .timeLimit(.minutes(1)))
struct HostileRecordingTests {
    private static func log(_ request: String, _ response: String = #"{"status": 200}"#) -> String {
        #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status": 200}},"#
            + #"{"request": \#(request), "response": \#(response)}]}}"#
    }

    private static let get = #"{"method": "GET", "url": "https://a.example/"}"#

    /// Files, and the place and the reason of the error.
    static let files: [(text: String, entry: Int?, member: String?, reason: String)] = [
        ("", nil, nil, "is not JSON: it ends too early, after 0 bytes"),
        ("{\n\"log\": {\n\"entries\": [}}", nil, nil, "is not JSON: at byte 23"),
        ("[]", nil, nil, "is an array, but an object was expected"),
        ("{}", nil, "log", "is missing"),
        (#"{"log": 1}"#, nil, "log", "is a number, but an object was expected"),
        (#"{"log": {}}"#, nil, "log.entries", "is missing"),
        (#"{"log": {"entries": {}}}"#, nil, "log.entries", "is an object, but an array was expected"),
        (#"{"log": {"entries": [1]}}"#, 0, nil, "is a number, but an object was expected"),
        (#"{"log": {"entries": [{}]}}"#, 0, "request", "is missing"),
        (log("{}"), 1, "request.method", "is missing"),
        (log(#"{"method": 1}"#), 1, "request.method", "is a number, but a string was expected"),
        (log(#"{"method": "GET", "url": "::"}"#), 1, "request.url", "is not an absolute URL"),
        (log(#"{"method": "GET", "url": "/a"}"#), 1, "request.url", "is not an absolute URL"),
        (log(#"{"method": "GET", "url": "https:///a"}"#), 1, "request.url", "is not a URL with a host"),
        (log(#"{"method": "GET", "url": "https://a b/"}"#), 1, "request.url", "is not a URL with a host"),
        (
            log(#"{"method": "GET", "url": "https://a/", "headers": [{"value": "b"}]}"#), 1, "request.headers[0].name",
            "is missing"
        ),
        (log(get, "{}"), 1, "response.status", "is missing"),
        (log(get, #"{"status": "200"}"#), 1, "response.status", "is a string, but a number was expected"),
        (log(get, #"{"status": 1e400}"#), 1, "response.status", "is a number that is too large"),
        (log(get, #"{"status": 99999999999999999999}"#), 1, "response.status", "is not a whole number from -1 to 999"),
        (log(get, #"{"status": 200.5}"#), 1, "response.status", "is not a whole number from -1 to 999"),
        (log(get, #"{"status": 7}"#), 1, "response.status", "is not an HTTP status"),
        (
            log(get, #"{"status": 200, "content": {"text": 1}}"#), 1, "response.content.text",
            "is a number, but a string was expected"
        ),
        (
            log(get, #"{"status": 200, "content": {"text": "%%", "encoding": "base64"}}"#), 1, "response.content.text",
            "is not base64"
        ),
        (
            log(get, #"{"status": 200}, "_chunks": [{"ts": 1, "bytes": 1e300}]"#), 1, "_chunks[0].bytes",
            "is not a whole number from 0 to 1099511627776"
        ),
        (log(get, #"{"status": 200}, "timings": []"#), 1, "timings", "is an array, but an object was expected"),
        (String(repeating: "[", count: 100_000), nil, nil, "is not JSON: it is nested deeper than 512 levels"),
        (#"{"a": 01}"#, nil, nil, "is not JSON: at byte 7"),
        (#"{"a": "\u12"}"#, nil, nil, "is not JSON: at byte 11"),
    ]

    @Test(arguments: files.indices)
    func `a file that can't be read is an error with the position`(index: Int) async throws {
        let expected = Self.files[index]
        try await Recordings.withFile(text: expected.text) { file in
            let error = try #require(throws: RecordingError.self) { try Replaying(file) }
            #expect(error.entry == expected.entry)
            #expect(error.member == expected.member)
            #expect(error.reason == expected.reason)
            #expect(error.file == "calls.har")
            // A file that can't be read isn't replaced.
            #expect(throws: RecordingError.self) {
                try MadeResponses { .text($0.urlText) }.recording(newRequestsTo: file)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == expected.text)
        }
    }

    @Test func `bytes that aren't UTF-8 and a missing file are errors`() async throws {
        try await Recordings.withFile(text: "") { file in
            try Data([0x7B, 0xFF, 0x7D]).write(to: file)
            let error = try #require(throws: RecordingError.self) { try Replaying(file) }
            #expect(error.reason == "is not JSON: at byte 1")
        }
        try await Recordings.withFile { file in
            let error = try #require(throws: RecordingError.self) { try Replaying(file) }
            #expect(
                error.description
                    == "\"calls.har\" can't be replayed: the file doesn't exist: create the file with recording(to:)"
            )
        }
    }

    @Test func `no change of a file traps: each is an error or a recording`() async throws {
        let valid = Array(
            Self.log(Self.get, #"{"status": 200, "content": {"text": "aGk=", "encoding": "base64"}}"#).utf8)
        var random = SystemRandomNumberGenerator()
        try await Recordings.withFile(text: "") { file in
            for round in 0..<400 {
                var bytes = valid
                for _ in 0...(round % 4) {
                    let index = Int.random(in: bytes.indices, using: &random)
                    switch round % 3 {
                    case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: index)
                    default:
                        bytes.replaceSubrange(index..<index, with: [UInt8](valid[..<min(index, valid.count)].suffix(9)))
                    }
                }
                try Data(bytes).write(to: file)
                do {
                    let replaying = try Replaying(file)
                    _ = try? await Recordings.text(replaying, "https://a.example/")
                } catch {
                    #expect((error as? RecordingError)?.reason.isEmpty == false)
                }
            }
        }
    }

    @Test func `a byte order mark, unknown members and missing ones are tolerated`() async throws {
        let text =
            "\u{FEFF}" + #"{"log": {"version": "1.1", "_own": {}, "entries": [{"_a": 1, "request": "#
            + #"{"method": "GET", "url": "https://a.example/", "headers": null}, "response": {"status": 200.0, "#
            + #""content": {"text": "\ud83d\ude00 \ud800"}}}]}}"#
        try await Recordings.withFile(text: text) { file in
            let text = try await Recordings.text(try Replaying(file), "https://a.example/")
            #expect(text == "😀 \u{FFFD}")
        }
    }
}
