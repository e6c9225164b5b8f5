import Foundation
import Requests

extension TransportConformance {
    /// Streams that connect again lose no element, and repeat none.
    static let reconnections: [ConformanceCase] = [
        ConformanceCase(.streaming, "events of a stream that breaks off at each byte arrive once each") { stage in
            let events = [
                "id: 1\ndata: a\n\n", ": hi\n\n", "id: 2\r\ndata: b\r\ndata: c\r\n\r\n", "data: d\nid: 3\n\n",
            ]
            let cuts = Cuts(events, ids: ["1", nil, "2", "3"])
            let server = try stage.serve { try cuts.serve($0, by: { $0.first("Last-Event-ID") }, .eventStream) }
            let request = server.request().receiving(stream: .serverSentEvents).reconnecting(.immediate)
            var texts: [String] = []
            for try await event in try await stage.transport.stream(request) { texts.append(event.id + event.data) }
            try stage.expect(texts, ["1a", "2b\nc", "3d"], "the events")
            try stage.expect(cuts.isOver, true, "the server has cut the stream at each byte")
        },
        ConformanceCase(.streaming, "lines of a stream that breaks off at each byte arrive once each") { stage in
            let lines = ["{\"id\":1}\n", "\n", "{\"id\":2}\r\n", "{\"id\":30}\n"]
            let cuts = Cuts(lines, ids: ["1", nil, "2", "30"])
            let server = try stage.serve { try cuts.serve($0, by: \.since, "application/x-ndjson") }
            let request = server.request(.get, "/?since=0&a=b").receiving(stream: .jsonLines(Row.self))
                .reconnecting(.immediate, from: \.id, as: "since")
            var numbers: [Int] = []
            for try await row in try await stage.transport.stream(request) {
                numbers.append(row.id)
                if row.id == 30 { break }
            }
            try stage.expect(numbers, [1, 2, 30], "the lines")
            try stage.expect(cuts.isOver, true, "the server has cut the stream at each byte")
        },
        ConformanceCase(.streaming, "a stream connects again after silence") { stage in
            let server = try stage.serve { connection in
                let isFirst = try connection.readRequest()["Last-Event-ID"].isEmpty
                try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n")
                let event = isFirst ? "id: 1\ndata: a\n\n" : "data: b\n\n"
                try connection.send("Transfer-Encoding: chunked\r\n\r\n\(event.chunk)")
                connection.waitUntilPeerCloses()
            }
            let request = server.request().timeout(after: .milliseconds(200)).receiving(stream: .serverSentEvents)
            var events = try await stage.transport.stream(request.reconnecting(.immediate)).makeAsyncIterator()
            try stage.expect(try await events.next()?.data, "a", "the first event")
            try stage.expect(try await events.next()?.data, "b", "the event after the silence")
        },
        ConformanceCase(.streaming, "a stream connects again after a 503, and ends with a 404") { stage in
            let count = EventCounter()
            let server = try stage.serve(responding: { _ in
                let number = count.next()
                if number == 2 {
                    return RawServer.response(
                        status: 200, reason: "OK", fields: [("Content-Type", "text/event-stream")], body: "data: a\n\n")
                }
                return RawServer.response(status: number == 1 ? 503 : 404, reason: "No", body: "")
            })
            let request = server.request().receiving(stream: .serverSentEvents).reconnecting(.immediate)
            var events: [String] = []
            do throws(TransportError) {
                for try await event in try await stage.transport.stream(request) { events.append(event.data) }
            } catch {
                try stage.expect(events, ["a"], "the events")
                return try stage.expect(error.head?.status, .notFound, "the status")
            }
            throw stage.failure(expected: "an error", actual: "the end of the stream")
        },
    ]

    private struct Row: Decodable, Sendable {
        let id: Int
    }
}

/// A stream that a server cuts off at each byte, from connection to connection.
private final class Cuts: Sendable {
    private let bytes: [UInt8]
    /// The offset after the element with an identifier.
    private let offsets: [String: Int]
    /// The offset at which the next connection is cut off.
    private let next = Guarded(0)

    init(_ elements: [String], ids: [String?]) {
        bytes = elements.flatMap(\.utf8)
        var offsets: [String: Int] = [:], end = 0
        for (element, id) in zip(elements, ids) {
            end += element.utf8.count
            if let id { offsets[id] = end }
        }
        self.offsets = offsets
    }

    /// Indicates whether the stream has been cut off at each byte.
    var isOver: Bool { next.withLock { $0 > bytes.count } }

    /// Sends the part of the stream between a position and the next cut.
    func serve(_ connection: RawConnection, by position: (RawRequest) -> String?, _ type: MediaType) throws {
        let start = position(try connection.readRequest()).flatMap { offsets[$0] } ?? 0
        let end = next.withLock { next in
            defer { next += 1 }
            return next
        }
        // A transport may drop content that arrived just before the end of a connection.
        if start == bytes.count { return try connection.send("HTTP/1.1 204 No Content\r\n\r\n") }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
        let part = start < end ? String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self).chunk : ""
        try connection.send(head + part + (end > bytes.count ? "0\r\n\r\n" : ""))
        connection.close()
    }
}

extension RetryPolicy {
    /// The policy of streams that don't wait.
    fileprivate static let immediate = RetryPolicy(attemptLimit: .max, timeLimit: .seconds(3_600), delay: .zero)
}

extension RawRequest {
    /// The value of `since` in the query.
    fileprivate var since: String? {
        target.split { "?&".contains($0) }.first { $0.hasPrefix("since=") }.map { String($0.dropFirst(6)) }
    }
}
