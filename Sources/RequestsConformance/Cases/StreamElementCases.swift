import Foundation
import Requests

extension TransportConformance {
    /// Lines and events are available as they arrive, and unread content is not fetched.
    static let elements: [ConformanceCase] = [
        ConformanceCase(.streaming, "a line is there before the next one is sent") { stage in
            let texts = try await inTurns(["a\n", "b\r\n", "c\n"], .lines, stage) { $0 }
            try stage.expect(texts, ["a", "b", "c"], "the lines")
        },
        ConformanceCase(.streaming, "an event is there before the next one is sent") { stage in
            let parts = ["data: a\n\n", "id: 1\r\ndata: b\r\n\r\n", "data: c\n\n"]
            let texts = try await inTurns(parts, .serverSentEvents, stage) { $0.id + $0.data }
            try stage.expect(texts, ["a", "1b", "1c"], "the events")
        },
        refused("a 299", "HTTP/1.1 299 Odd\r\nContent-Type: text/event-stream", .unacceptableStatus),
        refused("a 204", "HTTP/1.1 204 No Content", .unacceptableStatus),
        refused("a type that is none", "HTTP/1.1 200 OK\r\nContent-Type: x bogus", .decodingFailed),
        refused("no type", "HTTP/1.1 200 OK", .decodingFailed),
        held,
        ConformanceCase(.streaming, "leaving a loop over lines closes the connection") { stage in
            let (server, closed) = try endless(stage)
            let lines = try await stage.transport.stream(server.lines)
            for try await line in lines {
                try stage.expect(line, "a", "the line")
                break
            }
            await closed.opened()
            try stage.expect(lines.head.status, .ok, "the status")
        },
        ConformanceCase(.streaming, "cancelling while the next line is waited for") { stage in
            let (server, closed) = try endless(stage)
            let read = stage.gate()
            let task = Task { await read.opening(by: stage.transport, server.lines) }
            await read.opened()
            task.cancel()
            let (lines, code) = await task.value
            try stage.expect(lines, ["a"], "the lines")
            try stage.expect(code, .cancelled, "the code")
            await closed.opened()
        },
        cutOff("Content-Length", "Content-Length: 100\r\n\r\na\nb\nc"),
        cutOff("chunked", "Transfer-Encoding: chunked\r\n\r\n5\r\na\nb\nc\r\n"),
        ConformanceCase(.streaming, "a failed response is a typed error before its first line") { stage in
            let body = #"{"reason":"later"}"#
            let server = try stage.serve(responding: { _ in
                RawServer.response(status: 503, reason: "No", body: body)
            })
            let request = Shop(baseURL: server.baseURL).get(from: "/").receiving(stream: .lines)
            do throws(RequestError<Shop.Failure>) {
                _ = try await stage.transport.stream(request)
            } catch {
                try stage.expect(error.code, .unacceptableStatus, "the code")
                try stage.expect(error.failure?.reason, "later", "the failure")
                return try stage.expect(error.body, Data(body.utf8), "the body")
            }
            throw stage.failure(expected: "an error", actual: "a stream")
        },
    ]

    /// Makes a case with a response that is not an event stream (WHATWG HTML, section 9.2.2), on a connection that
    /// stays open.
    private static func refused(_ name: String, _ head: String, _ code: RequestErrorCode) -> ConformanceCase {
        ConformanceCase(.streaming, "events are not read from \(name)") { stage in
            let isEmpty = head.contains(" 204 ")
            let framing = isEmpty ? "\r\n\r\n" : "\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n"
            let server = try stage.serve(CannedResponse(head + framing, ending: .hold).play)
            do throws(TransportError) {
                _ = try await stage.transport.stream(server.request().receiving(stream: .serverSentEvents))
            } catch {
                return try stage.expect(error.code, code, "the code")
            }
            throw stage.failure(expected: "an error", actual: "a stream")
        }
    }

    /// An API with an error body.
    private struct Shop: RequestProviding {
        struct Failure: Decodable, Sendable {
            let reason: String
        }

        let baseURL: URL
    }

    /// Reads the elements of parts; each part is sent once the previous part's elements have been read.
    private static func inTurns<Element>(
        _ parts: [String], _ decoder: StreamFormat<Element>, _ stage: Stage, _ text: (Element) -> String
    ) async throws -> [String] {
        let gates = parts.map { _ in stage.gate() }
        let server = try stage.serve { connection in
            _ = try connection.readRequest()
            let type = decoder.accept.map { "Content-Type: \($0)\r\n" } ?? ""
            try connection.send("HTTP/1.1 200 OK\r\n\(type)Transfer-Encoding: chunked\r\n\r\n")
            for (part, gate) in zip(parts, gates) {
                try connection.send(part.chunk)
                try gate.wait()
            }
            try connection.send("0\r\n\r\n")
        }
        var texts: [String] = []
        for try await element in try await stage.transport.stream(server.request().receiving(stream: decoder)) {
            texts.append(text(element))
            gates[min(texts.count, gates.count) - 1].open()
        }
        return texts
    }

    /// Starts a server that sends a line, and opens a gate when its peer closes.
    private static func endless(_ stage: Stage) throws -> (RawServer, Gate) {
        let closed = stage.gate()
        let server = try stage.serve { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na\n\r\n")
            connection.waitUntilPeerCloses()
            closed.open()
        }
        return (server, closed)
    }

    private static func cutOff(_ name: String, _ response: String) -> ConformanceCase {
        ConformanceCase(.streaming, "lines that are cut off end with an error behind the last whole one, \(name)") {
            stage in
            let server = try stage.serve(CannedResponse("HTTP/1.1 200 OK\r\n" + response).play)
            let (lines, code) = await Gate().opening(by: stage.transport, server.lines)
            try stage.expect(lines, ["a", "b"], "the lines")
            try stage.expect(code, .connectionLost, "the code")
        }
    }

    /// The content is 64 MiB of lines, but only one line is read, so the server can't send more than the system's
    /// buffers can store.
    private static let held = ConformanceCase(.streaming, "lines that nobody reads hold the server up") { stage in
        let line = String(repeating: "a", count: 1_023) + "\n"
        let count = 65_536
        let sent = Guarded(0), stalled = stage.gate(), rest = stage.gate()
        let server = try stage.serve { connection in
            defer { stalled.open() }
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count * line.utf8.count)\r\n\r\n")
            // The server sends sixteen lines at a time, because each piece becomes a frame over HTTP/2.
            let lines = String(repeating: line, count: 16)
            for number in stride(from: 0, to: count, by: 16) {
                // The second half is sent only to a transport that slowed down the server.
                if number == count / 2 {
                    stalled.open()
                    try rest.wait(timeout: .seconds(10))
                }
                if try !connection.canSend(within: .milliseconds(500)) { stalled.open() }
                try connection.send(lines)
                sent.withLock { $0 += 16 }
            }
        }
        let request = server.request().setting(\.policy.responseSizeLimit, 1 << 20).receiving(stream: .lines)
        var iterator = try await stage.transport.stream(request).makeAsyncIterator()
        do {
            var read = try await iterator.next() == nil ? 0 : 1
            await stalled.opened()
            let sentCount = sent.withLock { $0 }
            if sentCount < count / 2 { rest.open() }
            while try await iterator.next() != nil { read += 1 }
            try stage.expect(sentCount < count / 2, "less than half of the lines", "\(sentCount) lines")
            try stage.expect(read, count, "the number of lines")
        } catch let error as TransportError {
            // A transport that can't slow down the server may fail before the second half.
            try stage.expect(error.code, .bufferOverflow, "the code")
        }
    }
}

extension RawServer {
    /// A request for lines.
    fileprivate var lines: Request<AnonymousProvider, ElementStream<String>> { request().receiving(stream: .lines) }
}

extension Gate {
    /// Reads lines to the end, and opens the gate at the first line.
    fileprivate func opening(
        by transport: any Transport, _ request: Request<AnonymousProvider, ElementStream<String>>
    ) async -> ([String], RequestErrorCode?) {
        var lines: [String] = []
        do {
            for try await line in try await transport.stream(request) {
                lines.append(line)
                open()
            }
            return (lines, nil)
        } catch {
            return (lines, TransportError(anyError: error).code)
        }
    }
}
