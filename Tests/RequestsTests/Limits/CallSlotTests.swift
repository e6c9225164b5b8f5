import Foundation
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

/// The slot of a call, which is freed once, however the call ends.
@Suite("CallSlot", .timeLimit(.minutes(1))) struct CallSlotTests {
    private let api = AnonymousProvider("https://limits.example")
    private let everybody = RateLimitKey.allCalls.group(OutgoingRequest(urlText: ""))
    private let queue = CallQueue(width: 2)

    /// Runs a call while a second call holds a slot, and checks that only the second call still holds one afterwards.
    private func check(_ base: some Transport, _ call: (any Transport) async throws -> Void) async throws {
        try await queue.enter(everybody, OutgoingRequest(urlText: ""))
        try await call(base.limiting(by: queue, for: .allCalls))
        #expect(queue.runningCount(in: everybody) == 1)
        queue.leave(everybody)
        #expect(queue.groupCount == 0)
    }

    private func chunks(_ texts: String..., failing error: (any Error)? = nil) -> any Transport {
        Chunks(texts: texts, error: error)
    }

    @Test func `a response in memory frees its slot`() async throws {
        try await check(FixedResponse(body: "a")) { transport in
            let text = try await transport.perform(api.get(.text, from: "/"))
            #expect(text == "a")
        }
    }

    @Test func `a response that is read at once frees its slot`() async throws {
        try await check(chunks("a", "b")) { transport in
            let text = try await transport.perform(api.get(.text, from: "/"))
            #expect(text == "ab")
        }
    }

    @Test func `a response without content, and one with an error status, free their slots`() async throws {
        try await check(FixedResponse(status: .noContent)) { try await $0.perform(api.delete("/")) }
        try await check(FixedResponse(status: .notFound)) { transport in
            await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
        }
    }

    @Test func `an error frees its slot`() async throws {
        try await check(FixedResponse(throwing: TransportError(code: .offline, message: "no"))) { transport in
            let error = await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
            #expect(error?.code == .offline)
        }
    }

    @Test func `a body that breaks off or is too large frees its slot, with the head in its error`() async throws {
        let broken = chunks("a", failing: TransportError(code: .connectionLost, message: "it broke off"))
        try await check(broken) { transport in
            let error = await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
            #expect(error?.code == .connectionLost)
            #expect(error?.head?.status == .ok)
        }
        try await check(chunks("abc", "def")) { transport in
            let request = api.get(from: "/").setting(\.policy.responseSizeLimit, 4)
            let error = await #expect(throws: TransportError.self) { try await transport.perform(request) }
            #expect(error?.code == .responseTooLarge)
            #expect(error?.head?.status == .ok)
        }
    }

    @Test func `a stream that is read to its end frees its slot`() async throws {
        try await check(chunks("a\n", "b\n")) { transport in
            let lines = try await transport.stream(api.get(from: "/").receiving(stream: .lines))
            #expect(queue.runningCount(in: everybody) == 2)
            var read: [String] = []
            for try await line in lines { read.append(line) }
            #expect(read == ["a", "b"])
            // The stream still exists, but the call no longer has a slot.
            #expect(queue.runningCount(in: everybody) == 1)
            withExtendedLifetime(lines) {}
        }
    }

    @Test func `a stream that breaks off frees its slot`() async throws {
        let broken = chunks("a\n", failing: TransportError(code: .connectionLost, message: "it broke off"))
        try await check(broken) { transport in
            let lines = try await transport.stream(api.get(from: "/").receiving(stream: .lines))
            await #expect(throws: TransportError.self) { for try await _ in lines {} }
            #expect(queue.runningCount(in: everybody) == 1)
            withExtendedLifetime(lines) {}
        }
    }

    @Test func `a stream that is dropped, before or while it is read, frees its slot`() async throws {
        try await check(chunks("a\n", "b\n")) { transport in
            _ = try await transport.stream(api.get(from: "/").receiving(stream: .lines))
        }
        try await check(chunks("a\n", "b\n")) { transport in
            for try await _ in try await transport.stream(api.get(from: "/").receiving(stream: .lines)) { break }
        }
    }

    @Test func `a response that is sent by hand and dropped frees its slot`() async throws {
        try await check(chunks("a", "b")) { transport in
            let message = try api.get(from: "/").resolve()
            let response = try await transport.send(message)
            #expect(queue.runningCount(in: everybody) == 2)
            withExtendedLifetime(response) {}
        }
    }

    @Test func `a download frees its slot`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try await check(chunks("a", "b")) { try await $0.download(api.get(from: "/"), to: file) }
        #expect(FileManager.default.contents(atPath: file.path) == Data("ab".utf8))
    }

    @Test func `a call that is cancelled while it runs frees its slot`() async throws {
        let held = HeldTransport()
        try await check(held) { transport in
            let task = Task { [api] in try await transport.perform(api.get(from: "/")) }
            await held.came(1)
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func `each attempt of a call that is retried frees its slot`() async throws {
        let api = api, queue = queue
        let stub = Stub(api).on(.get, "/", .once) { _ in .status(.serviceUnavailable) }
            .on(.get, "/", .once) { _ in .text("here") }
        let transport = stub.limiting(by: queue, for: .allCalls).retrying(clock: ImmediateClock())
        #expect(try await transport.perform(api.get(.text, from: "/")) == "here")
        #expect(queue.groupCount == 0)
    }
}

/// A transport whose responses come in chunks.
private struct Chunks: Transport {
    let texts: [String]
    let error: (any Error)?

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let chunks = AsyncThrowingStream<Data, any Error> { continuation in
            for text in texts { continuation.yield(Data(text.utf8)) }
            continuation.finish(throwing: error)
        }
        return TransportResponse(head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(chunks))
    }
}
