import Foundation
import Requests
import RequestsTesting
import Testing

/// A recording with entries of every kind, which must have the members that HAR 1.2 requires.
///
/// If the variable REQUESTS_RECORDINGS names a folder, the file goes there: `.ci/har.py` reads it with other libraries.
@Suite("Format of recordings", .timeLimit(.minutes(1)))
struct RecordingFormatTests {
    private static let required: [String: [String]] = [
        "": ["startedDateTime", "time", "request", "response", "cache", "timings"],
        "request": ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"],
        "response": [
            "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
            "bodySize",
        ],
        "response.content": ["size", "mimeType"],
        "timings": ["send", "wait", "receive"],
    ]

    private static func response(to message: OutgoingRequest) throws -> TransportResponse {
        switch URL(string: message.urlText)?.path {
        case "/old": return .status(.found, header: [HeaderField("Location", "/new?a=1")])
        case "/cookies":
            return .text(
                "ok",
                header: [
                    HeaderField(
                        "Set-Cookie", "a=1; Path=/; Domain=example.com; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Secure"),
                    HeaderField("Set-Cookie", "b=2; HttpOnly"),
                ])
        case "/nothing": return .status(.noContent)
        case "/image": return .data(Data([0x89, 0x50, 0xFF, 0]), "image/png")
        case "/gzip": return .text("decoded", header: [HeaderField("Content-Encoding", "gzip")])
        case "/stream", "/broken":
            let isBroken = message.urlText.hasSuffix("/broken")
            let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
            for text in ["data: 1\n\n", "data: 2\n\n"] { continuation.yield(Data(text.utf8)) }
            continuation.finish(throwing: isBroken ? TransportError(code: .connectionLost, message: "lost") : nil)
            return TransportResponse(
                head: ResponseHead(status: .ok, header: [.contentType(.eventStream)]), body: MessageBody(chunks))
        default: return try .json(["id": 1])
        }
    }

    private func record(to file: URL) async throws {
        let transport = MadeResponses { try Self.response(to: $0) }.recording(to: file)
        let api = AnonymousProvider("https://api.example")
        for path: URLPath in [
            "/a?b=c%20d&b=&e=%C3%BC", "/old", "/cookies", "/nothing", "/image", "/gzip", "/stream", "/broken",
        ] {
            _ = try? await transport.perform(api.get(.data, from: path).adding(cookie: "c", "1"))
        }
        let bodies: [BodyProvider] = [
            .json(["title": "Tea ☕", "quote": "\"\u{8}\u{2028}"]), .form(["q": "a & b", "r": "1"]), .text("hello"),
            .data(Data([0, 0xFF])), .data(Data()),
            .multipart {
                Part("note", "hello")
                Part("file", .data(Data([0xFF, 0])), fileName: "a.bin")
            },
        ]
        for (index, body) in bodies.enumerated() {
            _ = try await transport.perform(api.post(body, to: "/bodies/\(index)").receiving(.data))
        }
    }

    @Test func `every entry has the required members`() async throws {
        try await Recordings.withFile { file in
            try await record(to: file)
            let entries = try Recordings.entries(of: file)
            #expect(entries.count == 15)
            for entry in entries {
                for (path, names) in Self.required {
                    let members = path.isEmpty ? entry : entry[path: path] as? [String: Any]
                    for name in names { #expect(members?[name] != nil, "\(path).\(name)") }
                }
            }
            _ = try Replaying(file)
            if let folder = ProcessInfo.processInfo.environment["REQUESTS_RECORDINGS"] {
                let copy = URL(filePath: folder).appending(path: "requests.har")
                try Data(contentsOf: file).write(to: copy)
            }
        }
    }

    @Test func `a file changes little between two recordings`() async throws {
        try await Recordings.withFile { file in
            let transport = MadeResponses { _ in .text("a") }.recording(to: file)
            _ = try await Recordings.text(transport, "https://api.example/1")
            let first = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            _ = try await Recordings.text(transport, "https://api.example/2")
            let second = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            // The second recording keeps the lines of the first entry, and adds a comma after it.
            let count = first.count - 4
            #expect(first[..<count] == second[..<count])
            #expect(second[count] == first[count] + ",")
            #expect(first[3...4].joined() == #"    "creator": {      "name": "Requests","#)
        }
    }
}
