import Foundation
import Requests

extension TransportConformance {
    /// GOAWAY (RFC 9113, section 6.8): streams up to the declared last stream end as usual, and later streams were not
    /// processed.
    static let goAways: [ConformanceCase] =
        [
            Probe(
                "GOAWAY and then the response", .response("hi"),
                play: { stream, _ in
                    try stream.send([.goAway(last: stream.id, .noError)])
                    try stream.respond("hi")
                }),
            Probe(
                "GOAWAY within the content", .response("hi"),
                play: { stream, _ in
                    try stream.head()
                    try stream.send([.data("h", on: stream.id), .goAway(last: stream.id, .noError)])
                    try stream.send([.data("i", on: stream.id, ends: true)])
                }),
            Probe(
                "GOAWAY twice, at first with the last stream of all", .response("hi"),
                play: { stream, _ in
                    try stream.send([.goAway(last: 0x7FFF_FFFF, .noError), .ping(), .goAway(last: stream.id, .noError)])
                    try stream.respond("hi")
                }),
            Probe(
                "GOAWAY ten times", .response("hi"),
                play: { stream, _ in
                    try stream.send([HTTP2Frame](repeating: .goAway(last: stream.id, .noError), count: 10))
                    try stream.respond("hi")
                }),
            Probe(
                "GOAWAY with a text of 8 KB", .response("hi"),
                play: { stream, _ in
                    let text = String(repeating: "bye ", count: 2_048)
                    try stream.send([.goAway(last: stream.id, .noError, debug: text)])
                    try stream.respond("hi")
                }),
            Probe(
                "GOAWAY in an upload that it lets end", .response("100000"), method: .post, request: upload,
                play: { stream, connection in
                    var request = try connection.readHead()
                    try stream.send([.goAway(last: stream.id, .noError)])
                    try connection.readBody(of: &request)
                    try stream.respond("\(request.body.count)")
                }),
            Probe(
                "GOAWAY with an error, and then the response", .response("hi") || .broken, others: .mayBeLost,
                play: { stream, _ in
                    try stream.send([.goAway(last: stream.id, .enhanceYourCalm)])
                    try stream.respond("hi")
                }),
        ].map(\.conformanceCase)
        + HTTP2ErrorCode.allCases.map { code in
            Probe("GOAWAY(\(code)) of the stream, and the end", .broken, others: .mayBeLost, behavior: lenient) {
                stream, _ in
                try stream.head()
                try stream.send([.data("par", on: stream.id), .goAway(last: stream.id, code)])
                stream.connection.close()
            }.conformanceCase
        }
        + [HTTP2ErrorCode.noError, .protocolError, .enhanceYourCalm].flatMap { code in
            [true, false].map { unprocessed(code, closes: $0) }
        } + [afterTheResponse]

    /// With some codes, a client may start again with HTTP/1.1.
    private static let lenient: HTTP2Behavior = {
        var behavior = HTTP2Behavior()
        behavior.requiresPreface = false
        return behavior
    }()

    @Sendable private static func upload(_ request: CaseRequest) -> CaseRequest {
        request.sending(.data(Data(count: 100_000)))
    }

    /// Makes a case in which the first connection processes nothing, and the next connection processes everything.
    ///
    /// At least a GET may be sent again.
    private static func unprocessed(_ code: HTTP2ErrorCode, closes: Bool) -> ConformanceCase {
        ConformanceCase(
            http2: "GOAWAY(\(code)) of no stream, \(closes ? "and the end" : "and no end"), and a new connection"
        ) {
            stage in
            let played = EventCounter()
            let server = try stage.serve(frames: { stream, connection in
                played.next()
                guard played.count == 1 else { return try stream.respond(stream.path) }
                try stream.send([.goAway(last: 0, code)])
                if closes { stream.connection.close() } else { connection.waitUntilPeerCloses() }
            })
            let request = server.request(.get, "/probe").timeout(after: .seconds(3))
            let allowed = Expectation.response("/probe") || .failure(.connectionLost)
            try await stage.expect(request, allowed)
            try await stage.expect(server.request(.get, "/next"), .response("/next"))
            try stage.expect(played.count <= 3, "at most 3 streams", "\(played.count)")
        }
    }

    private static let afterTheResponse = ConformanceCase(http2: "GOAWAY behind each response: each call succeeds") {
        stage in
        let server = try stage.serve(frames: { stream, _ in
            try stream.respond(stream.path)
            try stream.send([.goAway(last: stream.id, .noError)])
        })
        for index in 0..<10 { try await stage.expect(server.request(.get, "/\(index)"), .response("/\(index)")) }
    }
}
