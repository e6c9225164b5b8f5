import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Replaying", .timeLimit(.minutes(1)))
struct ReplayingTests {
    private static func post(_ type: String, _ text: String) -> String {
        let escaped = text.replacing("\"", with: "\\\"")
        return #", "postData": {"mimeType": "\#(type)", "text": "\#(escaped)"}"#
    }

    private func message(_ target: String, _ type: MediaType, _ body: String) -> OutgoingRequest {
        OutgoingRequest(
            method: .post, urlText: "https://api.example\(target)", header: [.contentType(type)],
            body: .data(Data(body.utf8)))
    }

    // MARK: - Requests that are not recorded

    @Test(arguments: [
        ("GET", "https://api.example/todos?page=2", [#"the query item `page` is "2", but "1" was recorded"#]),
        ("GET", "https://api.example/todos", [#"the query item `page` is missing, but was recorded as "1""#]),
        ("GET", "https://api.example/todos?page=1&q=a", [#"the query item `q` is "a", but wasn't recorded"#]),
        ("GET", "https://api.example/todo?page=1", [#"the path is "/todo", but "/todos" was recorded"#]),
        ("DELETE", "https://api.example/todos?page=1", [#"the method is "DELETE", but "GET" was recorded"#]),
        (
            "GET", "http://api.example/todos?page=1",
            ["the origin is http://api.example, but https://api.example was recorded"]
        ),
        (
            "PUT", "https://api.example/todos/1?page=3",
            ["the method is", "the path is", #"the query item `page` is "3", but "1" was recorded"#]
        ),
    ])
    func `an error names the nearest record and each difference`(
        method: String, url: String, differences: [String]
    ) async throws {
        let entries = Recordings.entry("/other/path?a=1") + "," + Recordings.entry("/todos?page=1", "[]")
        try await Recordings.withFile(entries: entries) { file in
            let error = await #expect(throws: TransportError.self) {
                try await Replaying(file).send(OutgoingRequest(method: HTTPMethod(method), urlText: url))
            }
            let text = try #require(error).message
            #expect(error?.code == .notRecorded)
            #expect(
                text.contains(
                    #"is not in "calls.har"; the nearest entry is entries[1], GET https://api.example/todos?page=1: "#))
            for difference in differences { #expect(text.contains(difference), "\(text)") }
            #expect(text.hasSuffix("; record the request with recording(newRequestsTo:)"))
        }
    }

    @Test(arguments: [
        (
            "application/json", #"{"a": {"b": [1, 2]}, "c": "x"}"#, #"{"c":"y","a":{"b":[1,3,4]},"d":null}"#,
            [
                "`a.b.1` in the body is 3, but 2 was recorded",
                "`a.b` in the body has 3 elements, but was recorded with 2",
                #"`c` in the body is "y", but "x" was recorded"#, "`d` in the body is null, but wasn't recorded",
            ]
        ),
        (
            "application/x-www-form-urlencoded", "a=1&b=2+3", "b=2%203&a=4",
            [#"the form field `a` is "4", but "1" was recorded"#]
        ),
        ("text/plain", "hello", "help", [#"the body is "help", but "hello" was recorded"#]),
        ("text/plain", "hello", "", ["the body is empty, but was recorded with 5 bytes"]),
    ])
    func `differences between bodies have a position`(
        type: String, recorded: String, sent: String, differences: [String]
    ) async throws {
        let entry = Recordings.entry("/todos", method: "POST", request: Self.post(type, recorded))
        try await Recordings.withFile(entries: entry) { file in
            let error = await #expect(throws: TransportError.self) {
                try await Replaying(file).send(message("/todos", MediaType(stringLiteral: type), sent))
            }
            let text = try #require(error).message
            for difference in differences { #expect(text.contains(difference), "\(text)") }
        }
    }

    @Test func `the error of an empty recording says so, and shows no secret`() async throws {
        try await Recordings.withFile(entries: "") { file in
            let error = await #expect(throws: TransportError.self) {
                try await Replaying(file).send(OutgoingRequest(urlText: "https://api.example/?access_token=hidden-one"))
            }
            #expect(error?.message.contains("which is empty") == true)
            #expect(error?.message.contains("hidden-one") == false)
        }
        let entry = Recordings.entry(
            "/login?access_token=a", method: "POST",
            request: Self.post("application/json", #"{"password": "b", "user": "c"}"#))
        try await Recordings.withFile(entries: entry) { file in
            var request = message(
                "/login?access_token=hidden-one", .json, #"{"password":"hidden-two","user":"hidden-two"}"#)
            request.header.append(HeaderField("Authorization", "Bearer hidden-three"))
            let error = await #expect(throws: TransportError.self) { try await Replaying(file).send(request) }
            let text = "\(try #require(error))"
            #expect(text.contains(#"`password` in the body is "<redacted>", but "<redacted>" was recorded"#), "\(text)")
            #expect(!text.contains("hidden"), "\(text)")
        }
    }

    // MARK: - Requests that match

    @Test(arguments: [
        "https://api.example/a%20b/c?x=1&y=2", "https://API.example:443/a%20b/c?y=2&x=1",
        "https://api.example/a%20b/c?x=%31&y=2",
    ])
    func `URLs are compared by their parts`(url: String) async throws {
        try await Recordings.withFile(entries: Recordings.entry("/a%20b/c?x=1&y=2", "found")) { file in
            let url = url.replacing(" ", with: "%20")
            let text = try await Recordings.text(try Replaying(file), url)
            #expect(text == "found")
        }
    }

    @Test func `JSON and forms are compared by their values`() async throws {
        let entries = [
            Recordings.entry(
                "/j", "j", method: "POST", request: Self.post("application/json", #"{"a": 1.0, "b": [true]}"#)),
            Recordings.entry(
                "/f", "f", method: "POST", request: Self.post("application/x-www-form-urlencoded", "a=1+2&b=3")),
            Recordings.entry(
                "/p", "p", method: "POST",
                request: #"""
                    , "postData": {"mimeType": "application/x-www-form-urlencoded",
                    "params": [{"name": "a", "value": "1 2"}, {"name": "b", "value": "3"}]}
                    """#),
        ]
        try await Recordings.withFile(entries: entries.joined(separator: ",")) { file in
            let replaying = try Replaying(file)
            let json = message("/j", .json, #"{"b":[true],"a":1}"#)
            #expect(try await Recordings.response(replaying, json).body == Data("j".utf8))
            for target in ["/f", "/p"] {
                let form = message(target, .form, "b=3&a=1%202")
                #expect(try await Recordings.response(replaying, form).body == Data(target.dropFirst().utf8))
            }
        }
    }

    @Test(arguments: [
        ("a 1 b 2 c 3 d", true), ("a  b  c  d", true), ("a 1 c 2 b 3 d", false), ("a 1 b 2 d", false),
        ("a b c d", false),
    ]) func `texts around placeholders must occur in their order`(sent: String, isFound: Bool) async throws {
        let recorded = "a <redacted> b <redacted> c <redacted><redacted> d"
        let entry = Recordings.entry("/", "found", method: "POST", request: Self.post("text/plain", recorded))
        try await Recordings.withFile(entries: entry) { file in
            let replaying = try Replaying(file)
            let body = try? await Recordings.response(replaying, message("/", .plainText, sent)).body
            #expect((body != nil) == isFound)
        }
    }

    @Test func `a multipart form is the same with another boundary`() async throws {
        let form = { (boundary: String) in
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
        }
        let base = MadeResponses { _ in .text("ok") }
        try await Recordings.withFile { file in
            _ = try await Recordings.response(
                base.recording(to: file), message("/", "multipart/form-data; boundary=one", form("one")))
            let sent = message("/", "multipart/form-data; boundary=two", form("two"))
            #expect(try await Recordings.response(try Replaying(file), sent).body == Data("ok".utf8))
        }
    }

    private func status(
        _ message: OutgoingRequest, _ matching: RequestMatching, _ file: URL
    ) async throws -> HTTPStatus {
        try await Replaying(file, matching: matching).send(message).head.status
    }

    @Test func `rules can ignore names, the origin and the body, and compare fields`() async throws {
        let body = Self.post("application/json", #"{"order": {"id": 1}, "nonce": "a"}"#)
        let headers = #", "headers": [{"name": "accept-language", "value": "de"}]"#
        let entry = Recordings.entry("/?time=1", "found", method: "POST", request: body + headers)
        try await Recordings.withFile(entries: entry) { file in
            var sent = message("/?time=2", .json, #"{"order":{"id":2},"nonce":"b"}"#)
            let loose = RequestMatching(ignoring: ["Time", "nonce", "order.id"])
            let status = try await self.status(sent, loose, file)
            #expect(status == .ok)
            sent.urlText = "http://127.0.0.1:8080/?time=1"
            let looser = RequestMatching(ignoresOrigin: true, ignoresBody: true)
            let other = try await self.status(sent, looser, file)
            #expect(other == .ok)
            let strict = RequestMatching(fields: ["Accept-Language"], ignoresOrigin: true, ignoresBody: true)
            let error = await #expect(throws: TransportError.self) {
                try await Replaying(file, matching: strict).send(sent)
            }
            #expect(
                error?.message.contains(#"the header field Accept-Language is missing, but was recorded as "de""#)
                    == true)
            sent.header.append(HeaderField("Accept-Language", "de"))
            let third = try await self.status(sent, strict, file)
            #expect(third == .ok)
        }
    }

    // MARK: - Responses

    @Test func `a decoded body has no coding, and its actual length`() async throws {
        let response = #"""
            , "headers": [{"name": ":status", "value": "200"}, {"name": "content-encoding", "value": "br"},
            {"name": "content-length", "value": "3"}, {"name": "content-type", "value": "application/json"},
            {"name": "set-cookie", "value": "a=1\nb=2"}]
            """#
        try await Recordings.withFile(entries: Recordings.entry("/", "[1, 2, 3]", response: response)) { file in
            let (head, body) = try await Recordings.response(
                try Replaying(file), OutgoingRequest(urlText: "https://api.example/"))
            #expect(body == Data("[1, 2, 3]".utf8))
            #expect(head.header["Content-Encoding"] == nil)
            #expect(head.contentLength == 9)
            #expect(!head.header.contains { $0.name.rawValue.hasPrefix(":") })
            #expect(head.cookies.map(\.name) == ["a", "b"])
        }
    }

    @Test func `a text is encoded in the charset of its response`() async throws {
        let fields = { (charset: String) in
            #", "headers": [{"name": "Content-Type", "value": "text/plain; charset=\#(charset)"}]"#
        }
        let entries = [
            Recordings.entry("/latin", "Grüße", response: fields("ISO-8859-1")),
            Recordings.entry("/snow", "☃", response: fields("ISO-8859-1")),
            Recordings.entry("/unknown", "ü", response: fields("x-mine")),
        ]
        try await Recordings.withFile(entries: entries.joined(separator: ",")) { file in
            let replaying = try Replaying(file)
            let latin = try await Recordings.response(replaying, OutgoingRequest(urlText: "https://api.example/latin"))
            #expect(Array(latin.body) == [0x47, 0x72, 0xFC, 0xDF, 0x65])
            for (path, text) in [("snow", "☃"), ("unknown", "ü")] {
                let (head, body) = try await Recordings.response(
                    replaying, OutgoingRequest(urlText: "https://api.example/\(path)"))
                #expect(body == Data(text.utf8))
                #expect(head.contentType == "text/plain; charset=utf-8")
            }
        }
    }

    @Test func `a body that wasn't saved is an error, and a failed request fails again`() async throws {
        let entries = #"""
            {"request": {"method": "GET", "url": "https://api.example/a"},
            "response": {"status": 200, "content": {"size": 10, "mimeType": "text/plain"}}},
            {"request": {"method": "GET", "url": "https://api.example/b"},
            "response": {"status": 0, "_error": "net::ERR_CONNECTION_RESET"}},
            {"request": {"method": "GET", "url": "data:text/plain,hello"}, "response": {"status": 200}}
            """#
        try await Recordings.withFile(entries: entries) { file in
            let replaying = try Replaying(file)
            #expect("\(replaying)" == #"Replaying "calls.har": 2 responses"#)
            let missing = await #expect(throws: TransportError.self) {
                try await Recordings.text(replaying, "https://api.example/a")
            }
            #expect(missing?.code == .notRecorded)
            let problem = "entries[0] doesn't contain the response body: save the recording with the bodies"
            #expect(missing?.message.contains(problem) == true)
            let failed = await #expect(throws: TransportError.self) {
                try await Recordings.text(replaying, "https://api.example/b")
            }
            #expect(failed?.code == .connectionLost)
            #expect(failed?.message.contains("net::ERR_CONNECTION_RESET") == true)
        }
    }

    // MARK: - Age

    @Test func `a recording that is too old reports its age`() async throws {
        let date = Date(timeIntervalSinceNow: -45.5 * 86_400).formatted(Date.ISO8601FormatStyle())
        let old = Recordings.entry("/", "a").replacing("2026-01-02T03:04:05.678Z", with: date)
        try await Recordings.withFile(entries: old) { file in
            _ = try Replaying(file)
            _ = try Replaying(file, maximumAge: .seconds(46 * 86_400))
            let error = #expect(throws: RecordingError.self) {
                try Replaying(file, maximumAge: .seconds(30 * 86_400))
            }
            #expect(
                error?.description
                    == "\"calls.har\" can't be replayed: the file is 45 days old, but the limit is 30 days: record the file again with recording(to:)"
            )
            #expect(error?.localizedDescription == error?.description)
        }
    }

    @Test func `ages below a minute are in seconds`() async throws {
        let date = Date(timeIntervalSinceNow: -30).formatted(Date.ISO8601FormatStyle())
        let entry = Recordings.entry("/", "a").replacing("2026-01-02T03:04:05.678Z", with: date)
        try await Recordings.withFile(entries: entry) { file in
            let error = #expect(throws: RecordingError.self) { try Replaying(file, maximumAge: .seconds(1)) }
            #expect(error?.reason.contains(" seconds old, but the limit is 1 second: ") == true)
        }
    }

    @Test func `a recording without dates has no age, unless it is empty`() async throws {
        let undated = Recordings.entry("/", "a").replacing(#""startedDateTime": "2026-01-02T03:04:05.678Z","#, with: "")
        try await Recordings.withFile(entries: undated) { file in
            _ = try Replaying(file)
            let error = #expect(throws: RecordingError.self) { try Replaying(file, maximumAge: .seconds(1)) }
            #expect(
                error?.reason
                    == "contains no dates, so its age is unknown: record the file again with recording(to:)")
        }
        try await Recordings.withFile(entries: "") { file in _ = try Replaying(file, maximumAge: .seconds(1)) }
    }
}
