import Foundation
import Requests

extension TransportConformance {
    /// A response that arrives before the request has ended is valid (RFC 9113, section 8.1).
    static let earlyResponses: [ConformanceCase] =
        [1, 1_000, 100_000, 1_000_000].flatMap { count in
            [Source.data, .stream].flatMap { source in
                Ending.allCases.map { early(count, source, $0) }
            }
        } + windows

    /// The behaviour of the server after its response.
    private enum Ending: String, CaseIterable, Sendable {
        case reset = "and then RST_STREAM(NO_ERROR)"
        case reads = "and reads the rest"
        case stalls = "and reads nothing more"
    }

    private static func early(_ count: Int, _ source: Source, _ ending: Ending) -> ConformanceCase {
        ConformanceCase(http2: "401 before \(count) bytes from \(source.rawValue) are read, \(ending.rawValue)") {
            stage in
            let server = try stage.serve(frames: { stream, connection in
                guard stream.path == "/probe" else { return try stream.respond(stream.path) }
                try stream.respond("no", status: 401)
                switch ending {
                case .reset: stream.close()
                case .reads: connection.waitUntilPeerCloses()
                case .stalls: try stage.gate().wait()
                }
            })
            let body = try source.body(Data(repeating: 0x61, count: count), stage)
            for _ in 0..<3 {
                let request = server.request(.post, "/probe").sending(body).timeout(after: .seconds(3))
                try await stage.expect(request, .response(401, "no"))
            }
            try await stage.expect(server.request(.get, "/next"), .response("/next"))
        }
    }

    // MARK: Windows for content

    private static let windows: [ConformanceCase] =
        [0, 1, 100, 65_535, 1_000_000].map { window in
            Probe(
                "an upload to a stream whose window is \(window) at first", .response("70000"),
                behavior: HTTP2Behavior([(.initialWindowSize, window)]), method: .post, request: upload
            ) { stream, connection in
                var request = try connection.readHead()
                try stream.send([.windowUpdate(70_000, on: stream.id)])
                try connection.readBody(of: &request)
                try stream.respond("\(request.body.count)")
            }.conformanceCase
        } + [
            Probe(
                "an upload into windows of 1 byte", .response("20"), behavior: step, method: .post,
                request: { request in
                    request.sending(.data(Data(count: 20)))
                },
                play: { stream, connection in
                    var request = try connection.readHead()
                    try connection.readBody(of: &request)
                    try stream.respond("\(request.body.count)")
                }
            ).conformanceCase,
            Probe(
                "an upload whose window shrinks below 0 and grows again", .response("70000"), method: .post,
                request: upload
            ) {
                stream, connection in
                var request = try connection.readHead()
                try stream.send([.settings([(.initialWindowSize, 0)])])
                try stream.send([.settings([(.initialWindowSize, 65_535)])])
                try connection.readBody(of: &request)
                try stream.respond("\(request.body.count)")
            }.conformanceCase,
            Probe(
                "an upload without a window times out", .failure(.timedOut), behavior: closedWindow,
                timeout: .seconds(0.5), method: .post, request: upload
            ) { _, connection in
                connection.waitUntilPeerCloses()
            }.conformanceCase,
            Probe(
                "frames of 16 MiB are allowed, and an upload uses them or not", .response("70000"),
                behavior: HTTP2Behavior([(.maxFrameSize, 16_384)]), method: .post, request: upload
            ) { stream, connection in
                var request = try connection.readHead()
                try connection.readBody(of: &request)
                try stream.respond("\(request.body.count)")
            }.conformanceCase,
        ]

    /// The window of each stream is 1 byte, and is reopened whenever the byte has been read.
    private static let step = HTTP2Behavior([(.initialWindowSize, 1)])
    private static let closedWindow = HTTP2Behavior([(.initialWindowSize, 0)])

    @Sendable private static func upload(_ request: CaseRequest) -> CaseRequest {
        request.sending(.data(Data(count: 70_000)))
    }
}
