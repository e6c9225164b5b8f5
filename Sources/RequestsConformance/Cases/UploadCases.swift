import Foundation
import Requests

extension TransportConformance {
    /// Content from every kind of source is sent completely, either with a length or in chunks, but not both.
    static let uploads: [ConformanceCase] =
        Source.allCases.flatMap { source in [0, 1, 100_000].map { sending($0, from: source) } }
        + Source.allCases.map(sendingLarge)
        + [
            emptyPost, responseBeforeEnd, unreadableFile, failingStream, shortStream, longStream, emptyStream, noStream,
            negativeLength, madeOnce, partOfFile, shorterFile,
        ]

    /// The source of the content.
    enum Source: String, CaseIterable, Sendable {
        case data
        case file
        case streamOfKnownLength = "stream of known length"
        case stream = "stream of unknown length"

        func body(_ data: Data, _ stage: Stage) throws -> BodyProvider {
            switch self {
            case .data:
                return .data(data)
            case .file:
                let url = try stage.file(data)
                return .file(url)
            case .streamOfKnownLength:
                return BodyProvider { _, _ in .stream(length: data.count) { InputStream(data: data) } }
            case .stream:
                return BodyProvider { _, _ in .stream(length: nil) { InputStream(data: data) } }
            }
        }
    }

    private static func pattern(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }

    private static func sending(_ count: Int, from source: Source) -> ConformanceCase {
        ConformanceCase(.uploads, "\(count) bytes from \(source.rawValue)") { stage in
            let data = pattern(count)
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            try await stage.expect(server.request(.put).sending(source.body(data, stage)), .response("hi"))
            let request = try stage.unwrap(server.requests.first, "a request")
            try stage.expect(Data(request.body) == data, "the \(count) bytes", "\(request.body.count) bytes")
            // There is only one framing: the length, if it is known. A chunked stream of known length is also legal.
            let framing = request["Content-Length"] + request["Transfer-Encoding"].map { $0.lowercased() }
            let allowed: [[String]] =
                switch source {
                case .data, .file: [["\(count)"]]
                case .streamOfKnownLength: [["\(count)"], ["chunked"]]
                case .stream: count == 0 ? [["chunked"], ["0"]] : [["chunked"]]
                }
            try stage.expect(allowed.contains(framing), "a framing of \(allowed)", "\(framing)")
        }
    }

    private static func sendingLarge(from source: Source) -> ConformanceCase {
        ConformanceCase(.uploads, "4 MiB from \(source.rawValue), and then another request") { stage in
            let data = Data(repeating: 0x61, count: 4 << 20)
            let server = try stage.serve(responding: { request in RawServer.ok("\(request.body.count)") })
            try await stage.expect(server.request(.post).sending(source.body(data, stage)), .response("4194304"))
            try await stage.expect(server.request(.post).sending(.text("a")), .response("1"))
        }
    }

    private static let emptyPost = ConformanceCase(.uploads, "a POST without content has a Content-Length of 0") {
        stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        try await stage.expect(server.request(.post), .response("hi"))
        try stage.expect(server.requests.first?["Content-Length"], ["0"], "Content-Length")
        try stage.expect(server.requests.first?["Transfer-Encoding"], [], "Transfer-Encoding")
    }

    private static let responseBeforeEnd = ConformanceCase(.uploads, "a response before all is sent") { stage in
        let server = try stage.serve { connection in
            _ = try connection.readHead()
            try connection.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
            connection.finishSending()
            connection.waitUntilPeerCloses()
        }
        let body = Data(repeating: 0x61, count: 8 << 20)
        // A client that continues to send to a closed server may lose the response.
        try await stage.expect(
            server.request(.post).sending(.data(body)), .response(413, "no") || .failure(.connectionLost))
    }

    private static let unreadableFile = ConformanceCase(.uploads, "a file that goes away is an error") { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let missing = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        let body = BodyProvider { _, _ in .file(missing) }
        try await stage.expect(server.request(.put).sending(body), .failure(.bodyUnreadable))
        try stage.expect(server.requests.count, 0, "the number of requests")
    }

    private static let partOfFile = ConformanceCase(
        .uploads, "a part of a file is sent with its length, and again after a 307"
    ) { stage in
        let url = try stage.file(Data("0123456789".utf8))
        let server = try stage.serve(responding: { request in
            if request.target == "/next" { return RawServer.ok(request.bodyText) }
            return "HTTP/1.1 307 Temporary Redirect\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"
        })
        for (body, text) in [
            (BodyProvider.file(url, range: 2..<5), "234"), (.file(url, range: 7...), "789"),
            (.file(url, range: ...2), "012"), (.file(url, range: 10...), ""),
        ] {
            try await stage.expect(server.request(.put).sending(body), .response(text))
            let framing = server.requests.suffix(2).map { $0["Content-Length"] + $0["Transfer-Encoding"] }
            // A chunked stream of known length is also legal.
            let isAllowed = framing.allSatisfy { $0 == ["\(text.count)"] || $0 == ["chunked"] }
            try stage.expect(isAllowed, "a framing of \(text.count)", "\(framing)")
        }
    }

    private static let shorterFile = ConformanceCase(.uploads, "a part of a file that becomes shorter is an error") {
        stage in
        let url = try stage.file(Data("0123456789".utf8))
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let message = try server.request(.put).sending(.file(url, range: 2..<9)).resolve()
        try Data("01234".utf8).write(to: url)
        let error = await stage.error { try await stage.transport.send(message).body.collect(upTo: 10) }
        try stage.expect(error?.code, .bodyUnreadable, "the code")
        try stage.expect(server.requests.count, 0, "the number of whole requests")
    }

    private static let failingStream = ConformanceCase(.uploads, "a stream that can't be made is an error") { stage in
        struct NoStream: Error {}
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let body = BodyProvider { _, _ in .stream(length: nil) { throw NoStream() } }
        try await stage.expect(server.request(.put).sending(body), .failure(.bodyUnreadable))
        try stage.expect(server.requests.count, 0, "the number of requests")
    }

    private static let shortStream = ConformanceCase(.uploads, "a stream that is shorter than its length is an error") {
        stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let body = BodyProvider { _, _ in .stream(length: 10) { InputStream(data: Data("abc".utf8)) } }
        try await stage.expect(
            server.request(.put).sending(body).timeout(after: .seconds(2)), .failure(.bodyUnreadable, .connectionLost)
        )
        try stage.expect(server.requests.map(\.bodyText).filter { $0 == "abc" }, [], "the truncated requests")
    }

    private static let longStream = ConformanceCase(.uploads, "a stream that is longer than its length spoils nothing")
    { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let body = BodyProvider { _, _ in
            .stream(length: 3) { InputStream(data: Data("abcGET / HTTP/1.1\r\n\r\n".utf8)) }
        }
        try await stage.expect(server.request(.put).sending(body), .failure(.bodyUnreadable) || .status(200))
        try await stage.expect(server.request(.delete, "/next"), .response("hi"))
        let methods = server.requests.map(\.method)
        try stage.expect(!methods.contains("GET"), "no unexpected request", "\(methods)")
    }

    private static let emptyStream = ConformanceCase(.uploads, "a stream of the length 0 that has content is an error")
    {
        stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let body = BodyProvider { _, _ in .stream(length: 0) { InputStream(data: Data("ab".utf8)) } }
        try await stage.expect(server.request(.put).sending(body), .failure(.bodyUnreadable))
        try stage.expect(server.requests.count, 0, "the number of requests")
    }

    private static let noStream = ConformanceCase(.uploads, "a stream of the length 0 that can't be made is an error") {
        stage in
        struct NoStream: Error {}
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let body = BodyProvider { _, _ in .stream(length: 0) { throw NoStream() } }
        try await stage.expect(server.request(.put).sending(body), .failure(.bodyUnreadable))
        try stage.expect(server.requests.count, 0, "the number of requests")
    }

    private static let negativeLength = ConformanceCase(.uploads, "a stream of a negative length is an error") {
        stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        for length in [-1, -5, Int.min] {
            let body = RequestBody.stream(length: length) { InputStream(data: Data("abcde".utf8)) }
            try await stage.expect(
                server.request(.put).sending(BodyProvider { _, _ in body }), .failure(.bodyEncodingFailed))
            // A decorator may set the body after the request has been resolved.
            var message = try server.request(.put).resolve()
            message.body = body
            let error = await stage.error { [message] in try await stage.transport.send(message) }
            try stage.expect(error?.code, .bodyEncodingFailed, "the code")
        }
        try stage.expect(server.requests.count, 0, "the number of requests")
    }

    private static let madeOnce = ConformanceCase(.uploads, "a stream is made once, where nothing is sent again") {
        stage in
        for (length, text) in [(nil, "abc"), (3, "abc"), (0, "")] {
            let counter = EventCounter()
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let body = BodyProvider { _, _ in
                .stream(length: length) {
                    counter.next()
                    return InputStream(data: Data(text.utf8))
                }
            }
            try await stage.expect(server.request(.put).sending(body), .response("hi"))
            try stage.expect(counter.count, 1, "the number of streams")
        }
    }
}

/// Counts events, on any thread.
final class EventCounter: Sendable {
    private let made = Guarded(0)

    var count: Int { made.withLock { $0 } }

    /// Increases the count by one, and returns it.
    @discardableResult
    func next() -> Int {
        made.withLock { made in
            made += 1
            return made
        }
    }
}
