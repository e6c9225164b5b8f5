import Dispatch
import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("Transport, callbacks and blocking", .timeLimit(.minutes(1)))
struct CallbackTests {
    @Test func `the function is called on the main actor`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let result = await withCheckedContinuation { continuation in
                URLSession.shared.perform(server.get()) { result in
                    MainActor.assertIsolated()
                    continuation.resume(returning: result)
                }
            }
            let (response, data) = try result.get()
            #expect(response.statusCode == 200)
            #expect(data == Data("hi".utf8))
        }
    }

    @Test func `a function can name its parameter`() async throws {
        typealias Completed = Result<(HTTPURLResponse, Data), RequestError<AnonymousProvider.Failure>>
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let (results, continuation) = AsyncStream.makeStream(of: Completed.self)
            func show(_ result: Completed) { continuation.yield(result) }
            URLSession.shared.perform(server.get(), completionHandler: { show($0) })
            var iterator = results.makeAsyncIterator()
            let (_, data) = try #require(await iterator.next()).get()
            #expect(data == Data("hi".utf8))
        }
    }

    /// A transport whose responses have an invalid URL.
    private struct Nowhere: Transport {
        func send(_ request: OutgoingRequest) -> TransportResponse {
            TransportResponse(head: ResponseHead(status: .ok, urlText: "http://["), body: MessageBody(Data("hi".utf8)))
        }
    }

    @Test func `a response that Foundation can't represent is an error`() async throws {
        let request = AnonymousProvider("http://h").get(.data, from: "/")
        let result = await withCheckedContinuation { continuation in
            Nowhere().perform(request) { continuation.resume(returning: $0) }
        }
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.code == .malformedResponse)
        #expect(error?.head?.status == .ok)
        #expect(try await Nowhere().perform(request) == Data("hi".utf8))
    }

    @Test func `the function is called on the queue`() async throws {
        let queue = DispatchQueue(label: "callbacks")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        try await withRawServer(responding: { _ in RawServer.response(status: 500, reason: "No") }) { server in
            let result = await withCheckedContinuation { continuation in
                URLSession.shared.perform(server.get(), callbackQueue: queue) { result in
                    #expect(DispatchQueue.getSpecific(key: key) == true)
                    continuation.resume(returning: result)
                }
            }
            let error = #expect(throws: TransportError.self) { try result.get() }
            #expect(error?.response?.statusCode == 500)
        }
    }

    @Test func `functions of many requests are each called once`() async throws {
        try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
            let calls = Guarded<[String]>([])
            let done = DispatchGroup()
            for number in 0..<50 {
                done.enter()
                let handle = URLSession.shared.perform(server.get("/\(number)"), callbackQueue: .global()) { result in
                    calls.withLock {
                        $0.append(((try? result.get().1).map { String(decoding: $0, as: UTF8.self) }) ?? "")
                    }
                    done.leave()
                }
                if number % 5 == 0 { handle.cancel() }
            }
            await withCheckedContinuation { continuation in done.notify(queue: .global()) { continuation.resume() } }
            let texts = calls.withLock { $0 }
            #expect(texts.count == 50)
            #expect(Set(texts).isSuperset(of: (0..<50).filter { $0 % 5 != 0 }.map { "/\($0)" }))
        }
    }

    @Test(arguments: [4, 8]) func `concurrent blocking calls on the shared threads end`(_ count: Int) async throws {
        // There are as many shared threads as cores. Each thread waits here for work that must not need one of these
        // threads.
        try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
            let api = server.api
            let paths = try await withThrowingTaskGroup { group in
                for number in 0..<count { group.addTask { try Self.wait(.shared, api, number) } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(paths == Set((0..<count).map { "/\($0)" }))
        }
    }

    private static func wait(_ session: URLSession, _ api: AnonymousProvider, _ number: Int) throws -> String {
        try session.performAndWait(api.get(.text, from: "/\(number)"))
    }

    @Test func `a blocking call throws the same error as the async form`() async throws {
        try await withRawServer(responding: { _ in RawServer.response(status: 404, reason: "Not Found", body: "no") }) {
            server in
            let api = server.api
            let error = #expect(throws: TransportError.self) { try Self.wait(.shared, api, 1) }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.body == Data("no".utf8))
        }
    }
}
