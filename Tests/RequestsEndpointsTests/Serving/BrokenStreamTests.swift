import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Streams that break", .timeLimit(.minutes(1))) struct BrokenStreamTests {
    private let api = BreakingAPI()

    @Test func `the server is told of the error, and the client of a lost connection`() async throws {
        let reported = Guarded<[String]>([])
        let routes = Routes(api)
            .on(\.numbers) { _ in
                ElementStream(
                    AsyncThrowingStream { source in
                        source.yield(BreakingNumber(value: 1))
                        source.finish(throwing: Boom(secret: "hunter2"))
                    })
            }
            .onUnexpectedError { error, request in reported.withLock { $0.append("\(request.target) \(error)") } }
        var values: [Int] = []
        do {
            for try await number in try await Loopback(routes).stream(api.request(\.numbers)) {
                values.append(number.value)
            }
            Issue.record("no error")
        } catch {
            #expect(error.code == .connectionLost)
            #expect(!"\(error)".contains("hunter2"))
            #expect(error.underlyingError == nil)
        }
        #expect(values == [1])
        #expect(reported.withLock(\.self) == ["/numbers Boom(secret: \"hunter2\")"])
    }

    @Test func `neither the end of a body nor a body that nobody waits for is reported as an error`() async throws {
        let reported = Guarded(0)
        let chunks = AsyncThrowingStream<Data, any Error> { source in
            source.yield(Data("a".utf8))
            source.finish(throwing: CancellationError())
        }
        let routes = Routes(api)
            .on(\.numbers) { _ in ElementStream([BreakingNumber(value: 1)]) }
            .on(.get, "/raw") { _ in
                TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(chunks))
            }
            .onUnexpectedError { _, _ in reported.withLock { $0 += 1 } }
        for target in ["/numbers", "/raw"] {
            let response = await routes.respond(to: IncomingRequest(method: .get, target: target))
            _ = try? await response.body.collect(upTo: 1_000)
        }
        #expect(reported.withLock(\.self) == 0)
    }

    @Test func `a client that disconnects while its body is forwarded isn't reported as an error`() async throws {
        let reported = Guarded<[String]>([])
        let routes = Routes(api)
            .on(.post, "/echo") { request in
                TransportResponse(head: ResponseHead(status: .ok), body: request.body)
            }
            .on(.post, "/own") { _ in
                let chunks = AsyncThrowingStream<Data, any Error> { source in
                    source.finish(throwing: ServingError(.badRequest, "own"))
                }
                return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(chunks))
            }
            .onUnexpectedError { error, request in reported.withLock { $0.append("\(request.target) \(error)") } }
        for target in ["/echo", "/own"] {
            let chunks = AsyncThrowingStream<Data, any Error> { source in
                source.yield(Data("a".utf8))
                source.finish(throwing: Boom(secret: "gone"))
            }
            let request = IncomingRequest(method: .post, target: target, body: MessageBody(chunks))
            let response = await routes.respond(to: request)
            #expect(response.head.status == .ok)
            await #expect(throws: TransportError.self) { try await response.body.collect(upTo: 1_000) }
        }
        #expect(reported.withLock(\.self).count == 1)
        #expect(reported.withLock(\.self).first?.hasPrefix("/own ") == true)
    }
}

private struct BreakingAPI: RequestProviding {
    var baseURL = URL("https://breaking.example")

    @GET("/numbers") var numbers: Endpoint<Void, ElementStream<BreakingNumber>>
}

private struct BreakingNumber: Codable, StreamElement { var value: Int }

private struct Boom: Error { var secret: String }
