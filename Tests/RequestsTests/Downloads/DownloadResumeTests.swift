import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

/// A download that was cut off after "01234" of "0123456789", and a second download.
struct Continuation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The fields of the response that was cut off.
    var first = ["ETag: \"1\"", "Content-Length: 10"]
    /// The responses to the second download; the last closes the connection.
    var responses: [String]
    /// The Range and the If-Range of each request that the second download sends.
    var asked = ["bytes=5- \"1\""]
    var code: RequestErrorCode?
    var text: String? = "0123456789"
    /// Indicates whether the second download leaves a file from which a third one could resume.
    var isKept = false

    init(
        _ name: String, first: [String]? = nil, _ responses: String..., asked: [String]? = nil,
        code: RequestErrorCode? = nil, text: String? = "0123456789", isKept: Bool = false
    ) {
        testDescription = name
        if let first { self.first = first }
        self.responses = responses
        if let asked { self.asked = asked }
        (self.code, self.text, self.isKept) = (code, text, isKept)
    }

    static func part(_ range: String, _ text: String, _ fields: String...) -> String {
        let lines = ["HTTP/1.1 206 Partial Content", "Content-Range: \(range)", "Content-Length: \(text.utf8.count)"]
        return (lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + text
    }

    static func whole(_ text: String, _ fields: String...) -> String {
        let lines = ["HTTP/1.1 200 OK", "Content-Length: \(text.utf8.count)"]
        return (lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + text
    }

    static let new = RawServer.ok("new content", fields: [("ETag", "\"2\"")])
    static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let all = [
        Continuation("the rest", part("bytes 5-9/10", "56789")),
        Continuation("the rest with its tag", part("bytes 5-9/10", "56789", "ETag: \"1\"")),
        Continuation("the rest, the total unknown", part("bytes 5-9/*", "56789")),
        Continuation(
            "the rest of what had no length", first: ["ETag: \"1\"", "Transfer-Encoding: chunked"],
            part("bytes 5-9/10", "56789")
        ),
        Continuation(
            "no length at all, until the end is asked for", first: ["ETag: \"1\"", "Transfer-Encoding: chunked"],
            part("bytes 5-9/*", "56789"),
            "HTTP/1.1 416 No\r\nContent-Range: bytes */10\r\nContent-Length: 0\r\n\r\n",
            asked: ["bytes=5- \"1\"", "bytes=10- \"1\""]
        ),
        Continuation(
            "the rest in pieces", part("bytes 5-6/10", "56"), part("bytes 7-9/10", "789"),
            asked: ["bytes=5- \"1\"", "bytes=7- \"1\""]
        ),
        Continuation(
            "by a date",
            first: ["Last-Modified: \(modified)", "Date: Mon, 07 Nov 1994 08:49:37 GMT", "Content-Length: 10"],
            part("bytes 5-9/10", "56789"), asked: ["bytes=5- \(modified)"]
        ),
        Continuation("all is new", new, text: "new content"),
        // The server sends the rest as if it were the whole content: the status contradicts the fields.
        Continuation(
            "the rest as a 200 with a Content-Range", whole("56789", "ETag: \"1\"", "Content-Range: bytes 5-9/10"), new,
            asked: again, text: "new content"
        ),
        Continuation(
            "a 200 with a Content-Range and no tag", whole("56789", "Content-Range: bytes 5-9/10"), new, asked: again,
            text: "new content"
        ),
        Continuation(
            "the rest as a 200 with the same tag", whole("56789", "ETag: \"1\""), new, asked: again, text: "new content"
        ),
        Continuation("the whole with the same tag", whole("0123456789", "ETag: \"1\"")),
        Continuation(
            "the whole with the same tag, in chunks",
            "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n"
        ),
        Continuation("the whole with another tag and length", whole("0123", "ETag: \"2\""), text: "0123"),
        Continuation("another start", part("bytes 4-9/10", "456789"), new, asked: again, text: "new content"),
        Continuation("another total", part("bytes 5-9/11", "56789"), new, asked: again, text: "new content"),
        Continuation("an end behind the total", part("bytes 5-10/*", "56789x"), new, asked: again, text: "new content"),
        Continuation(
            "another tag", part("bytes 5-9/10", "56789", "ETag: \"2\""), new, asked: again, text: "new content"
        ),
        Continuation("no range", part("", "56789"), new, asked: again, text: "new content"),
        Continuation("another unit", part("items 5-9/10", "56789"), new, asked: again, text: "new content"),
        Continuation("a length that is another", part("bytes 5-9/10", "5678"), new, asked: again, text: "new content"),
        Continuation(
            "compressed", part("bytes 5-9/10", "56789", "Content-Encoding: br"), new, asked: again, text: "new content"),
        Continuation(
            "several parts",
            "HTTP/1.1 206 Partial Content\r\nContent-Type: multipart/byteranges; boundary=b\r\n"
                + "Content-Length: 5\r\n\r\n--b--", new, asked: again, text: "new content"
        ),
        Continuation(
            "not the range", "HTTP/1.1 416 No\r\nContent-Length: 2\r\n\r\nno", new, asked: again, text: "new content"),
        Continuation(
            "shorter by now", "HTTP/1.1 416 No\r\nContent-Range: bytes */4\r\nContent-Length: 0\r\n\r\n", new,
            asked: again, text: "new content"
        ),
        // The server ignores If-Range: the content now has only five bytes instead of the promised ten.
        Continuation(
            "as long as what there is", "HTTP/1.1 416 No\r\nContent-Range: bytes */5\r\nContent-Length: 0\r\n\r\n", new,
            asked: again, text: "new content"
        ),
        Continuation(
            "complete already", first: ["ETag: \"1\"", "Transfer-Encoding: chunked"],
            "HTTP/1.1 416 No\r\nContent-Range: bytes */5\r\nContent-Length: 0\r\n\r\n", text: "01234"
        ),
        Continuation(
            "complete, of another tag", first: ["ETag: \"1\"", "Transfer-Encoding: chunked"],
            "HTTP/1.1 416 No\r\nContent-Range: bytes */5\r\nETag: \"2\"\r\nContent-Length: 0\r\n\r\n", new,
            asked: again, text: "new content"
        ),
        Continuation(
            "a part to one who wants the whole", part("bytes 4-9/10", "456789"), part("bytes 5-9/10", "56789"),
            asked: again, code: .malformedResponse, text: nil, isKept: true
        ),
        Continuation(
            "a failure", RawServer.response(status: 503, reason: "No"), code: .unacceptableStatus, text: nil,
            isKept: true),
        Continuation("no response", "", code: .connectionLost, text: nil, isKept: true),
        Continuation(
            "cut off once more",
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56",
            code: .connectionLost, text: nil, isKept: true
        ),
        Continuation(
            "a weak tag", first: ["ETag: W/\"1\"", "Content-Length: 10"], new, asked: [" "], text: "new content"),
        Continuation("no tag", first: ["Content-Length: 10"], new, asked: [" "], text: "new content"),
        Continuation(
            "a date within a second", first: ["Last-Modified: \(modified)", "Date: \(modified)", "Content-Length: 10"],
            new, asked: [" "], text: "new content"
        ),
    ]

    private static let again = ["bytes=5- \"1\"", " "]
}

@Suite("Download, resuming", .timeLimit(.minutes(1)))
struct DownloadResumeTests {
    private let session = URLSession.shared

    private func run(
        _ continuation: Continuation, _ body: (RawServer, URL) async throws -> Void
    ) async throws {
        let cutOff =
            "HTTP/1.1 200 OK\r\n" + continuation.first.joined(separator: "\r\n") + "\r\n\r\n"
            + (continuation.first.contains { $0.hasSuffix("chunked") } ? "5\r\n01234\r\n" : "01234")
        let responses = Guarded([cutOff] + continuation.responses)
        try await withTemporaryDirectory { directory in
            try await withRawServer({ connection in
                _ = try connection.readRequest()
                let response = responses.withLock { $0.isEmpty ? "" : $0.removeFirst() }
                if !response.isEmpty { try connection.send(response) }
            }) { server in
                try await body(server, directory)
            }
        }
    }

    @Test(arguments: ["*", "1000000000"])
    func `a server that sends the rest byte by byte doesn't keep a download alive`(total: String) async throws {
        let framing = total == "*" ? "Transfer-Encoding: chunked" : "Content-Length: \(total)"
        try await withRawServer(responding: { request in
            guard let range = request["Range"].first, let start = Int(range.filter(\.isNumber)) else {
                // The first response breaks off.
                let chunk = total == "*" ? "5\r\n01234\r\n" : "01234"
                return "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nConnection: close\r\n\(framing)\r\n\r\n\(chunk)"
            }
            guard start < 3_000 else { return RawServer.response(status: 404, reason: "No") }
            return RawServer.response(
                status: 206, reason: "Partial Content",
                fields: [("ETag", "\"1\""), ("Content-Range", "bytes \(start)-\(start)/\(total)")], body: "x")
        }) { server in
            try await withTemporaryDirectory { directory in
                let api = AnonymousProvider(baseURL: server.baseURL)
                let file = directory.appending(component: "file")
                let session = URLSession(configuration: .ephemeral)
                _ = await session.failure(of: api.get(from: "/"), to: file, resuming: true)
                let error = await session.failure(of: api.get(from: "/"), to: file, resuming: true)
                #expect(error?.code == .malformedResponse)
                #expect(error?.message.contains("less than a kilobyte") == true)
                #expect(server.requests.count < 200)
            }
        }
    }

    @Test(arguments: Continuation.all)
    func `the next download resumes, or starts again`(_ continuation: Continuation) async throws {
        try await run(continuation) { server, directory in
            let file = directory.appending(path: "a")
            let request = server.api.get(from: "/big.iso")
            let first = await session.failure(of: request, to: file, resuming: true)
            #expect(first?.code == .connectionLost)
            #expect(file.text == nil)

            let second = await session.failure(of: request, to: file, resuming: true)
            #expect(second?.code == continuation.code)
            #expect(file.text == continuation.text)
            let asked = server.requests.dropFirst().map {
                "\($0["Range"].joined(separator: "|")) \($0["If-Range"].joined(separator: "|"))"
            }
            #expect(asked == continuation.asked)
            let left = continuation.isKept ? ["a.partial", "a.partial/content", "a.partial/note.json"] : []
            #expect(directory.names == (continuation.text == nil ? left : ["a"]))
        }
    }

    @Test func `a download can break off after every byte`() async throws {
        let responses = Guarded(0)
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try await withRawServer({ connection in
                let request = try connection.readRequest()
                let start = responses.withLock { $0 }
                #expect(request["Range"] == (start == 0 ? [] : ["bytes=\(start)-"]))
                responses.withLock { $0 += 1 }
                let status = start == 0 ? "200 OK" : "206 Partial Content\r\nContent-Range: bytes \(start)-9/10"
                let byte = "0123456789".dropFirst(start).prefix(1)
                try connection.send("HTTP/1.1 \(status)\r\nETag: \"1\"\r\nContent-Length: \(10 - start)\r\n\r\n\(byte)")
            }) { server in
                for length in 1...9 {
                    let error = await session.failure(of: server.api.get(from: "/"), to: file, resuming: true)
                    #expect(error?.code == .connectionLost)
                    #expect(directory.appending(path: "a.partial/content").text == "0123456789".prefix(bytes: length))
                    #expect(file.text == nil)
                }
                try await session.download(server.api.get(from: "/"), to: file, resuming: true)
                #expect(file.text == "0123456789")
                #expect(directory.names == ["a"])
            }
        }
    }

    @Test func `without resuming, earlier content is removed once the file is complete`() async throws {
        try await run(Continuation("", Continuation.new)) { server, directory in
            let file = directory.appending(path: "a")
            _ = await session.failure(of: server.api.get(from: "/"), to: file, resuming: true)
            try await session.download(server.api.get(from: "/"), to: file)
            #expect(server.requests.last?["Range"] == [])
            #expect(directory.names == ["a"])
        }
    }

    @Test func `a download reports its start and the place of the file`() async throws {
        let api = AnonymousProvider("http://h")
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let first = Prepared(.init(fields: ["ETag": "\"1\"", "Content-Length": "10"], chunks: ["01234"]))
            _ = await first.failure(of: api.get(from: "/"), to: file, resuming: true)
            let gate = Gate()
            let rest = Chunks(
                status: .partialContent, fields: ["Content-Range": "bytes 5-9/10"], count: 5, start: gate
            )
            var texts: [String?] = []
            for try await event in rest.events(ofDownloading: api.get(from: "/"), to: file, resuming: true) {
                gate.open()
                switch event {
                case .finished(_, let url): #expect(url == file)
                case .sent(let progress), .received(let progress): texts.append("\(progress)")
                }
            }
            #expect(texts.first == "received 5 of 10 bytes")
            #expect(texts.last == "received 10 of 10 bytes")
            #expect(file.text == "01234aaaaa")
            #expect(rest.requests.withLock { $0.map(\.context.reading) } == [.chunks])
        }
    }
}
