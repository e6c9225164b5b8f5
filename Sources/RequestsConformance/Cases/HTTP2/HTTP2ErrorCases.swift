import Requests

extension TransportConformance {
    /// RST_STREAM ends a single stream, at any stage of the stream and with any code (RFC 9113, sections 5.4.2 and
    /// 8.1).
    static let resets: [ConformanceCase] = HTTP2ErrorCode.allCases.flatMap { code in
        Moment.allCases.map { moment in reset(code, moment).conformanceCase }
    }

    /// The part of a response after which a stream is reset.
    enum Moment: String, CaseIterable, Sendable {
        case nothing = "before the head"
        case head = "behind the head"
        case content = "in a content without a length"
        case wholeContent = "behind the length, before the end"

        func play(_ stream: HTTP2Stream) throws {
            switch self {
            case .nothing: break
            case .head: try stream.head()
            case .content:
                try stream.head()
                try stream.send([.data("par", on: stream.id)])
            case .wholeContent:
                try stream.head(200, [HPACKField("content-length", "3")])
                try stream.send([.data("all", on: stream.id)])
            }
        }
    }

    private static func reset(_ code: HTTP2ErrorCode, _ moment: Moment) -> Probe {
        // By the declared length, the content is complete.
        let expectation = moment == .wholeContent ? .broken || .response("all") : Expectation.broken
        var behavior = HTTP2Behavior()
        // The client may start again with HTTP/1.1.
        behavior.requiresPreface = code != .http11Required
        return Probe("RST_STREAM(\(code)) \(moment.rawValue)", expectation, behavior: behavior) { stream, _ in
            try moment.play(stream)
            stream.reset(with: code)
        }
    }
}
