import Dispatch
import Foundation
import Requests

extension TransportConformance {
    /// Content from an asynchronous sequence is sent completely, as fast as the server reads it, but no faster.
    static let sequences: [ConformanceCase] =
        [1, 100_000].map { sending($0, true) } + [0, 1, 100_000].map { sending($0, false) }
        + [true, false].map(failing)
        + [many, firstChunk, heldUp, short, tooLong, longer, madeAgain, sentOnce, cancelled, earlyResponse, earlyClose]

    /// If the declared length is 0, nothing is sent, so every transport supports such sequences.
    static let emptySequences: [ConformanceCase] = [
        sending(0, true, .uploads, "0 bytes from a sequence of known length"),
        ConformanceCase(.uploads, "a sequence of the length 0 that has content is an error") { stage in
            try await expectMisfit(["ab"], length: 0, stage)
        },
    ]

    private static func sending(
        _ count: Int, _ isMeasured: Bool, _ group: ConformanceGroup = .sequences, _ name: String? = nil
    ) -> ConformanceCase {
        ConformanceCase(group, name ?? "\(count) bytes, \(isMeasured ? "of known" : "of unknown") length") { stage in
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let made = EventCounter()
            let body = BodyProvider.stream(length: isMeasured ? count : nil) {
                made.next()
                return chunks([data.prefix(10), Data(), data.dropFirst(10)])
            }
            try await stage.expect(server.request(.put).sending(body), .response("hi"))
            let request = try stage.unwrap(server.requests.first, "a request")
            try stage.expect(Data(request.body) == data, "the \(count) bytes", "\(request.body.count) bytes")
            // A chunked sequence of known length is also legal.
            let framing = request["Content-Length"] + request["Transfer-Encoding"].map { $0.lowercased() }
            let isAllowed = framing == ["chunked"] || framing == ["\(count)"] && (isMeasured || count == 0)
            try stage.expect(isAllowed, "a framing", "\(framing)")
            try stage.expect(made.count, 1, "the number of sequences")
        }
    }

    private static let many = ConformanceCase(.sequences, "4 MiB in many chunks, and then another request") { stage in
        let server = try stage.serve(responding: { request in RawServer.ok("\(request.body.count)") })
        let body = BodyProvider.stream { chunks([Data](repeating: Data(count: 1_024), count: 4_096)) }
        try await stage.expect(server.request(.post).sending(body), .response("4194304"))
        try await stage.expect(server.request(.post).sending(.text("a")), .response("1"))
    }

    private static let firstChunk = ConformanceCase(.sequences, "the first chunk is sent before the second is there") {
        stage in
        let gate = stage.gate()
        let server = try stage.serve { connection in
            _ = try connection.readHead()
            try connection.discard(through: "abc")
            gate.open()
            try connection.discard(through: "0\r\n\r\n")
            try connection.send(RawServer.ok("hi"))
        }
        let body = BodyProvider.stream {
            chunks([Data("abc".utf8), Data("def".utf8)]) { count in
                if count == 1 { await gate.opened() }
            }
        }
        try await stage.expect(server.request(.post).sending(body), .response("hi"))
    }

    /// The content of 32 MiB exceeds the system's buffers.
    private static let heldUp = ConformanceCase(.sequences, "a server that does not read holds the sequence up") {
        stage in
        let count = 512
        let asked = DispatchSemaphore(value: 0)
        let held = Guarded(0)
        let server = try stage.serve { connection in
            var request = try connection.readHead()
            var sum = 0
            while asked.wait(timeout: .now() + .milliseconds(500)) == .success { sum += 1 }
            held.withLock { $0 = sum }
            try connection.readBody(of: &request)
            try connection.send(RawServer.ok("\(request.body.count)"))
        }
        let body = BodyProvider.stream {
            chunks([Data](repeating: Data(count: 65_536), count: count)) { _ in asked.signal() }
        }
        try await stage.expect(server.request(.post).sending(body), .response("\(count * 65_536)"))
        let heldCount = held.withLock { $0 }
        try stage.expect(heldCount < count / 2, "less than half of the chunks", "\(heldCount) chunks")
    }

    private static func failing(isMeasured: Bool) -> ConformanceCase {
        ConformanceCase(
            .sequences, "a failure in the middle is an error, \(isMeasured ? "of known" : "of unknown") length"
        ) { stage in
            struct Broken: Error {}
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let body = BodyProvider.stream(length: isMeasured ? 6 : nil) {
                chunks([Data("abc".utf8), Data("def".utf8)]) { count in
                    if count == 1 { throw Broken() }
                }
            }
            let request = server.request(.put).sending(body)
            let error = await stage.error { try await stage.transport.response(for: request) }
            try stage.expect(error?.code, .bodyUnreadable, "the code")
            try stage.expect(error?.underlyingError is Broken, "the error of the sequence", "\(error as Any)")
            try stage.expect(server.requests.count, 0, "the number of whole requests")
        }
    }

    private static let short = ConformanceCase(.sequences, "a sequence that is shorter than its length is an error") {
        stage in
        try await expectMisfit(["abc", "def"], length: 10, stage)
    }

    private static let tooLong = ConformanceCase(.sequences, "a chunk that is longer than the length is an error") {
        stage in
        try await expectMisfit(["abcGET / HTTP/1.1\r\n\r\n"], length: 3, stage)
    }

    private static let longer = ConformanceCase(.sequences, "a chunk behind the length is an error") { stage in
        try await expectMisfit(["abc", "GET / HTTP/1.1\r\n\r\n"], length: 3, stage)
    }

    private static func expectMisfit(_ texts: [String], length: Int, _ stage: Stage) async throws {
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let body = BodyProvider.stream(length: length) { chunks(texts.map { Data($0.utf8) }) }
        try await stage.expect(server.request(.put).sending(body), .failure(.bodyUnreadable))
        try stage.expect(server.requests.count, 0, "the number of whole requests")
        try await stage.expect(server.request(.delete, "/next"), .response("hi"))
    }

    private static let madeAgain = ConformanceCase(.sequences, "a 307 makes the sequence again") { stage in
        let server = try stage.serve(responding: redirecting)
        let made = EventCounter()
        let body = BodyProvider.stream(length: 6) {
            made.next()
            return chunks([Data("abc".utf8), Data("def".utf8)])
        }
        try await stage.expect(server.request(.put).sending(body), .response("abcdef"))
        try stage.expect(made.count, 2, "the number of sequences")
    }

    private static let sentOnce = ConformanceCase(
        .sequences, "a 307 is an error for a sequence that can be sent only once"
    ) { stage in
        let server = try stage.serve(responding: redirecting)
        let body = BodyProvider.stream(chunks([Data("abc".utf8)]))
        try await stage.expect(server.request(.put).sending(body), .failure(.bodyUnreadable))
        try stage.expect(server.requests.map(\.bodyText), ["abc"], "the contents of whole requests")
    }

    private static func redirecting(_ request: RawRequest) -> String {
        guard request.target == "/" else { return RawServer.ok(request.bodyText) }
        return "HTTP/1.1 307 Temporary Redirect\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"
    }

    private static let cancelled = ConformanceCase(.sequences, "cancelling the call cancels the sequence") { stage in
        let arrived = stage.gate(), asked = stage.gate(), never = stage.gate()
        let ended = stage.gate(), closed = stage.gate()
        let server = try stage.serve { connection in
            _ = try connection.readHead()
            try connection.discard(through: "abc")
            arrived.open()
            connection.waitUntilPeerCloses()
            closed.open()
        }
        let body = BodyProvider.stream {
            chunks([Data("abc".utf8), Data("def".utf8)]) { count in
                guard count == 1 else { return }
                asked.open()
                await never.opened()
                if Task.isCancelled { ended.open() }
            }
        }
        let request = server.request(.post).sending(body)
        let task = Task {
            // A transport that can't send a sequence fails immediately.
            defer { [arrived, asked].forEach { $0.open() } }
            return await stage.exchange(request)
        }
        await arrived.opened()
        await asked.opened()
        task.cancel()
        try stage.expect(await task.value, .failure(.cancelled), .whole)
        await ended.opened()
        await closed.opened()
    }

    private static let earlyResponse = ConformanceCase(.sequences, "a response before the end ends the sequence") {
        stage in
        let head = "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"
        try await expectEnd(answering: head, .response(413, "no") || .failure(.connectionLost), stage)
    }

    private static let earlyClose = ConformanceCase(.sequences, "a server that closes ends the sequence") { stage in
        try await expectEnd(answering: "", .failure(.connectionLost), stage)
    }

    private static func expectEnd(answering response: String, _ expectation: Expectation, _ stage: Stage) async throws {
        let ended = stage.gate()
        let server = try stage.serve { connection in
            _ = try connection.readHead()
            try connection.discard(through: "abc")
            try connection.send(response)
            connection.close()
        }
        let body = BodyProvider.stream {
            let end = OpenedAtEnd(gate: ended)
            return AsyncStream<Data> {
                withExtendedLifetime(end) { Data(repeating: 0x61, count: 65_533) + Data("abc".utf8) }
            }
        }
        try await stage.expect(server.request(.post).sending(body), expectation)
        await ended.opened()
    }

    /// Makes a sequence of chunks.
    ///
    /// Before each chunk, it calls a function with the number of earlier chunks.
    private static func chunks(
        _ chunks: [Data], _ willMake: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) -> AsyncThrowingStream<Data, any Error> {
        let count = Guarded(0)
        return AsyncThrowingStream {
            let index = count.withLock { count in
                defer { count += 1 }
                return count
            }
            try await willMake(index)
            return index < chunks.count ? chunks[index] : nil
        }
    }
}

/// Opens a gate when it is released.
private final class OpenedAtEnd: Sendable {
    private let gate: Gate

    init(gate: Gate) {
        self.gate = gate
    }

    deinit { gate.open() }
}

extension RawConnection {
    /// Reads up to the first occurrence of a text.
    fileprivate func discard(through text: String) throws {
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            let more = try read(upTo: 65_536)
            if more.isEmpty { throw RawServerError.truncated }
            bytes = bytes.suffix(16) + more
        }
    }
}
