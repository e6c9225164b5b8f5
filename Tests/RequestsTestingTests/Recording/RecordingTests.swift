import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Recording", .timeLimit(.minutes(1)))
struct RecordingTests {
    private struct API: RequestProviding {
        let baseURL: URL
    }

    private struct Todo: Codable, Equatable, Sendable {
        var id = 1
        var title = "Tea"
    }

    @Test func `calls are recorded, and replayed without a server`() async throws {
        try await Recordings.withFile { file in
            let (recorded, api) = try await withRawServer(responding: { request in
                request.method == "POST"
                    ? RawServer.response(
                        status: 201, reason: "Created", fields: [("Location", "/todos/1")], body: request.bodyText)
                    : RawServer.ok(#"[{"id":1,"title":"Tea"}]"#, fields: [("ETag", "\"1\"")])
            }) { server in
                let api = API(baseURL: server.baseURL)
                return (try await calls(Recordings.session.recording(to: file), api), api)
            }
            let replayed = try await calls(try Replaying(file), api)
            #expect(recorded == replayed)
            #expect(replayed == ["Tea", "\"1\"", "1", "201"])
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.hasPrefix("{\n  \"log\": {\n    \"version\": \"1.2\",\n"))
            let entries = try Recordings.entries(of: file)
            #expect(entries.map { $0[path: "request.method"] as? String } == ["GET", "POST"])
            #expect(entries[0][path: "request.queryString.0.value"] as? String == "1 2")
            #expect(entries[0][path: "response.content.text"] as? String == #"[{"id":1,"title":"Tea"}]"#)
            #expect(entries[1][path: "request.postData.mimeType"] as? String == "application/json")
            #expect(entries[1][path: "request.postData.text"] as? String == #"{"id":1,"title":"Tea"}"#)
            #expect(entries[1][path: "response.redirectURL"] as? String == "/todos/1")
            #expect(entries.allSatisfy { ($0[path: "timings.wait"] as? Double ?? -1) >= 0 })
        }
    }

    @Test func `a response from a function outside of the recorder isn't recorded`() async throws {
        try await Recordings.withFile { file in
            try await withRawServer(responding: { _ in RawServer.ok("sent") }) { server in
                let api = API(baseURL: server.baseURL)
                let transport = Recordings.session.recording(to: file).adaptingEachHop { request, next in
                    guard request.urlText.hasSuffix("/own") else { return try await next(request) }
                    return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data("own".utf8)))
                }
                let own = try await transport.perform(api.get(.text, from: "/own"))
                let sent = try await transport.perform(api.get(.text, from: "/sent"))
                #expect([own, sent] == ["own", "sent"])
            }
            let entries = try Recordings.entries(of: file)
            #expect(entries.map { $0[path: "response.content.text"] as? String } == ["sent"])
        }
    }

    private func calls(_ transport: some Transport, _ api: API) async throws -> [String] {
        let (head, todos) = try await transport.response(
            for: api.get(.json([Todo].self), from: "/todos").adding(query: "page", "1 2"))
        let (created, todo) = try await transport.response(
            for: api.post(.json(Todo()), to: "/todos").receiving(.json(Todo.self)))
        return [todos[0].title, head.header["ETag"] ?? "", "\(todo.id)", "\(created.status.code)"]
    }

    @Test(arguments: ["text/plain", "text/html", "application/javascript", "application/octet-stream"])
    func `a token in JSON is hidden, whatever the media type`(type: String) async throws {
        try await Recordings.withFile { file in
            try await withRawServer(responding: { _ in
                RawServer.ok(#" {"access_token": "KANARI-of-json", "a": 1}"#, contentType: type)
            }) { server in
                let api = API(baseURL: server.baseURL)
                _ = try await Recordings.session.recording(to: file).perform(api.get(.data, from: "/token"))
            }
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("KANARI"))
            #expect(!text.contains("S0FOQVJJ"))
        }
    }

    @Test func `each hop of a redirect is recorded, and followed again`() async throws {
        try await Recordings.withFile { file in
            let url = try await withRawServer(responding: { request in
                request.target == "/old"
                    ? RawServer.response(status: 302, reason: "Found", fields: [("Location", "/new")], body: "moved")
                    : RawServer.ok("new")
            }) { server in
                let text = try await Recordings.text(Recordings.session.recording(to: file), server.origin + "/old")
                #expect(text == "new")
                return server.origin + "/old"
            }
            let entries = try Recordings.entries(of: file)
            #expect(entries.map { $0[path: "response.status"] as? Int } == [302, 200])
            #expect(entries[0][path: "response.redirectURL"] as? String == "/new")
            let (head, body) = try await Recordings.response(try Replaying(file), OutgoingRequest(urlText: url))
            #expect(body == Data("new".utf8))
            #expect(head.urlText.hasSuffix("/new"))
        }
    }

    @Test func `several responses to one request are replayed in order, and the last one again`() async throws {
        try await Recordings.withFile { file in
            let count = Counter()
            let base = MadeResponses { _ in .text("\(count.next())") }
            let transport = base.recording(to: file)
            for _ in 0..<3 { _ = try await Recordings.text(transport, "https://api.example/count") }
            let replaying = try Replaying(file)
            var texts: [String] = []
            for _ in 0..<5 { texts.append(try await Recordings.text(replaying, "https://api.example/count")) }
            #expect(texts == ["1", "2", "3", "3", "3"])
            // Concurrent calls get the responses in any order, but each response only once.
            let concurrent = try Replaying(file)
            let all = try await withThrowingTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask { try await Recordings.text(concurrent, "https://api.example/count") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(all.sorted() == ["1", "2", "3"])
        }
    }

    @Test func `binary bodies are recorded byte by byte`() async throws {
        try await Recordings.withFile { file in
            let bytes = Data([0, 0xFF, 0x10, 0x0A, 0x80])
            let base = MadeResponses { message in .data(try await message.body.collectedInTest(), .octetStream) }
            let message = OutgoingRequest(
                method: .post, urlText: "https://api.example/echo", header: [.contentType(.octetStream)],
                body: .data(bytes)
            )
            #expect(try await Recordings.response(base.recording(to: file), message).body == bytes)
            let entry = try Recordings.entries(of: file)[0]
            #expect(entry[path: "request._content.encoding"] as? String == "base64")
            #expect(entry[path: "response.content.encoding"] as? String == "base64")
            let replaying = try Replaying(file)
            #expect(try await Recordings.response(replaying, message).body == bytes)
            var other = message
            other.body = .data(Data([0, 0xFF, 0x11]))
            let error = await #expect(throws: TransportError.self) { try await replaying.send(other) }
            #expect(error?.code == .notRecorded)
            #expect(
                error?.message.contains(
                    "the body differs from the recorded body, starting at byte 2 (3 bytes instead of the recorded 5)")
                    == true)
        }
    }

    @Test func `each kind of body is recorded as it is sent`() async throws {
        try await Recordings.withFile { file in
            try await Recordings.withFile(text: "hello") { source in
                let base = MadeResponses { message in .data(try await message.body.collectedInTest(), .plainText) }
                let transport = base.recording(to: file)
                let bodies: [RequestBody] = [
                    .none, .data(Data("hello".utf8)), .file(source),
                    .stream(length: nil) { InputStream(data: Data("hello".utf8)) },
                    .chunks(length: nil, isRepeatable: false) { MessageBody(Data("hello".utf8)) },
                ]
                for (index, body) in bodies.enumerated() {
                    let message = OutgoingRequest(
                        method: .put, urlText: "https://api.example/\(index)", header: [.contentType(.plainText)],
                        body: body)
                    let sent = try await Recordings.response(transport, message).body
                    #expect(sent == (index == 0 ? Data() : Data("hello".utf8)))
                    #expect(try await Recordings.response(try Replaying(file), message).body == sent)
                }
                let texts = try Recordings.entries(of: file).map { $0[path: "request.postData.text"] as? String }
                #expect(texts == [nil, "hello", "hello", "hello", "hello"])
            }
        }
    }

    @Test func `two recorders of one file, and many concurrent calls, lose nothing`() async throws {
        try await Recordings.withFile { file in
            let base = MadeResponses { message in .text(message.urlText) }
            let (first, second) = (base.recording(to: file), base.recording(to: file))
            try await withThrowingTaskGroup { group in
                for index in 0..<40 {
                    group.addTask {
                        let url = "https://api.example/\(index)"
                        _ =
                            try await index.isMultiple(of: 2)
                            ? Recordings.text(first, url) : Recordings.text(second, url)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try Recordings.entries(of: file).count == 40)
            let replaying = try Replaying(file)
            for index in 0..<40 {
                let url = "https://api.example/\(index)"
                #expect(try await Recordings.text(replaying, url) == url)
            }
        }
    }

    @Test func `a recorder that starts later in the same process appends to the file`() async throws {
        try await Recordings.withFile { file in
            for index in 0..<3 {
                let transport = MadeResponses { .text($0.urlText) }.recording(to: file)
                _ = try await Recordings.text(transport, "https://api.example/\(index)")
            }
            #expect(try Recordings.entries(of: file).count == 3)
        }
    }

    @Test func `only new requests are sent, and the known entries stay unchanged`() async throws {
        let old = Recordings.entry("/old", "recorded", response: #", "_mine": 1.50"#)
        try await Recordings.withFile(entries: old) { file in
            let count = Counter()
            let base = MadeResponses { _ in .text("sent \(count.next())") }
            let transport = try base.recording(newRequestsTo: file)
            #expect(try await Recordings.text(transport, "https://api.example/old") == "recorded")
            #expect(try await Recordings.text(transport, "https://api.example/new") == "sent 1")
            #expect(try await Recordings.text(transport, "https://api.example/new") == "sent 2")
            #expect(try Recordings.entries(of: file).count == 3)
            #expect(try String(contentsOf: file, encoding: .utf8).contains("\"_mine\": 1.50"))
            let replaying = try Replaying(file)
            for text in ["sent 1", "sent 2"] {
                #expect(try await Recordings.text(replaying, "https://api.example/new") == text)
            }
            #expect(try await Recordings.text(replaying, "https://api.example/old") == "recorded")
        }
    }

    @Test func `a file that can't be written fails the call`() async throws {
        try await Recordings.withFile(text: "") { file in
            let transport = MadeResponses { _ in .text("a") }.recording(to: file.appending(path: "below.har"))
            let error = await #expect(throws: TransportError.self) {
                try await Recordings.text(transport, "https://api.example/")
            }
            #expect(error?.code == .fileWriteFailed)
        }
    }

    @Test func `a transport without hops is recorded, too`() async throws {
        struct Plain: Transport {
            func send(_ request: OutgoingRequest) async throws -> TransportResponse { .status(.ok) }
        }
        try await Recordings.withFile { file in
            _ = try await Plain().recording(to: file).send(OutgoingRequest(urlText: "https://api.example/"))
            #expect(try Recordings.entries(of: file).count == 1)
        }
    }
}

/// A number that counts up.
final class Counter: Sendable {
    private let value = Guarded(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

extension RequestBody {
    /// Reads the body, as a transport does.
    func collectedInTest() async throws -> Data {
        switch self {
        case .none: return Data()
        case .data(let data): return data
        case .file(let url): return try Data(contentsOf: url)
        case .stream(_, let make):
            let stream = try make()
            stream.open()
            defer { stream.close() }
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = stream.read(&bytes, maxLength: bytes.count)
            return Data(bytes.prefix(max(0, count)))
        case .chunks(_, _, let make): return try await make().collect(upTo: 1_024)
        }
    }
}
