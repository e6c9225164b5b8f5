import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Loopback", .timeLimit(.minutes(1))) struct LoopbackTests {
    @TaskLocal private static var trace = "none"

    private let api = AnonymousProvider("http://loop.example:8080/v1")

    /// Makes a server that never responds, with gates for the start of its handler and for its cancellation.
    private static func silent(_ began: Gate, _ cancelled: Gate) -> Loopback {
        Loopback { _ in
            try await withTaskCancellationHandler {
                began.open()
                await cancelled.opened()
                throw CancellationError()
            } onCancel: {
                cancelled.open()
            }
        }
    }

    @Test func `the server gets the request as it was sent`() async throws {
        let loopback = Loopback { request in
            .text("\(request.method) \(request.target) \(request.header["Host"] ?? "") \(request.header["A"] ?? "")")
        }
        let request = api.get(.text, from: "/a%2Fb?c=d").adding(headerField: HeaderField("A", "1"))
        let (head, text) = try await loopback.response(for: request)
        #expect(text == "GET /v1/a%2Fb?c=d loop.example:8080 1")
        #expect(head.urlText == "http://loop.example:8080/v1/a%2Fb?c=d")
        #expect(head.header["Content-Length"] == String(text.utf8.count))
    }

    @Test func `the handler is cancelled with its caller`() async {
        let began = Gate(), cancelled = Gate()
        let loopback = Self.silent(began, cancelled)
        let task = Task { await loopback.failure(of: api.get(from: "/"))?.code }
        await began.opened()
        task.cancel()
        #expect(await task.value == .cancelled)
        await cancelled.opened()
    }

    @Test func `the handler is cancelled with a callback's task`() async {
        let began = Gate(), cancelled = Gate()
        let loopback = Self.silent(began, cancelled)
        let code = await withCheckedContinuation { continuation in
            let task = loopback.perform(api.get(from: "/"), callbackQueue: .global()) { result in
                if case .failure(let error) = result { continuation.resume(returning: error.code) }
            }
            Task {
                await began.opened()
                task.cancel()
            }
        }
        #expect(code == .cancelled)
        await cancelled.opened()
    }

    @Test func `a timeout cancels the handler`() async {
        let began = Gate(), cancelled = Gate()
        let loopback = Self.silent(began, cancelled)
        let idle = await loopback.failure(of: api.get(from: "/").timeout(after: .seconds(0.05)))
        #expect(idle?.code == .timedOut)
        await cancelled.opened()
        let total = await Self.silent(began, Gate()).failure(
            of: api.get(from: "/").setting(\.policy.totalTimeout, .seconds(0.05)))
        #expect(total?.code == .timedOut)
    }

    @Test func `a handler that ignores its cancellation keeps nobody waiting`() async {
        let gate = Gate()
        let loopback = Loopback { _ in
            await gate.opened()
            return loopbackResponse()
        }
        #expect(await loopback.failure(of: api.get(from: "/").timeout(after: .seconds(0.05)))?.code == .timedOut)
        gate.open()
    }

    @Test func `dropping a response ends its producer`() async throws {
        // The token is released with the producer that holds it. It's random whether the producer also sees a
        // cancellation.
        final class Token: Sendable {
            let ended: Gate
            init(_ ended: Gate) { self.ended = ended }
            deinit { ended.open() }
        }
        let ended = Gate(), chunks = Counter()
        let loopback = Loopback { _ in
            let token = Token(ended)
            let body = AsyncStream<Data> {
                withExtendedLifetime(token) { _ = chunks.next() }
                return Data(count: 65_536)
            }
            return loopbackResponse(.ok, MessageBody(body))
        }
        do {
            let response = try await loopback.send(api.get(from: "/").resolve())
            for try await _ in response.body { break }
        }
        await ended.opened()
        #expect(chunks.count < 40)
    }

    @Test func `an API without a failure type shows the error of the routes`() async throws {
        let loopback = Loopback(Routes(api).on(.get, "/here") { _ in .text("") })
        let error = try #require(await loopback.failure(of: api.get(from: "/elsewhere")))
        #expect(error.message.hasSuffix("returned 404 Not Found; the server says \"there is nothing at this path\""))
    }

    @Test func `redirects are followed as on every transport`() async throws {
        let routes = Routes(api)
            .on(.post, "/old") { _ in
                TransportResponse(head: ResponseHead(status: .found, header: [HeaderField(.location, "new?a=1")]))
            }
            .on(.get, "/new") { .text("\($0.target) \($0.header["Content-Type"] ?? "none")") }
            .on(.post, "/kept") { _ in
                TransportResponse(
                    head: ResponseHead(status: .temporaryRedirect, header: [HeaderField(.location, "echo")]))
            }
            .on(.post, "/echo") { loopbackResponse(.ok, $0.body) }
            .on(.get, "/loop") { _ in
                TransportResponse(head: ResponseHead(status: .found, header: [HeaderField(.location, "loop")]))
            }
        let loopback = Loopback(routes)
        let old = api.post(.text("x"), to: "/old").receiving(.text)
        #expect(try await loopback.perform(old) == "/v1/new?a=1 none")
        #expect(await loopback.failure(of: old.setting(\.policy.redirects, .stop))?.head?.status == .found)
        let kept = api.post(.made(3, .init()), to: "/kept").receiving(.text)
        #expect(try await loopback.perform(kept) == "aaa")
        #expect(await loopback.failure(of: api.get(from: "/loop"))?.code == .tooManyRedirects)
    }

    @Test func `the response to HEAD has no content, whatever the handler returns`() async throws {
        let loopback = Loopback { _ in .text("hi") }
        let (_, data) = try await loopback.response(for: api.head("/").receiving(.data))
        #expect(data.isEmpty)
    }

    @Test func `every way of sending works`() async throws {
        let routes = Routes(api).on(.get, "/lines") { _ in .text("a\nb\n") }
        let loopback = Loopback(routes)
        let request = api.get(.text, from: "/lines")
        #expect(try await loopback.perform(request) == "a\nb\n")
        #expect(try await loopback.response(for: request).head.status == .ok)
        let called = await withCheckedContinuation { continuation in
            loopback.perform(request) { continuation.resume(returning: try? $0.get().1) }
        }
        #expect(called == "a\nb\n")
        let waited = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: try? loopback.performAndWait(request)) }.start()
        }
        #expect(waited == "a\nb\n")
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await loopback.download(request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "a\nb\n")
        var lines: [String] = []
        for try await line in try await loopback.stream(api.get(from: "/lines").receiving(stream: .lines)) {
            lines.append(line)
        }
        #expect(lines == ["a", "b"])
    }

    @Test func `the handler has the task-local values of its caller`() async throws {
        let loopback = Loopback { _ in .text(Self.trace) }
        let text = try await Self.$trace.withValue("t-1") { try await loopback.perform(api.get(.text, from: "/")) }
        #expect(text == "t-1")
    }

    @Test func `the size of a response is limited by the policy`() async {
        let loopback = Loopback { _ in loopbackResponse(.ok, MessageBody(Data(count: 1_000))) }
        let request = api.get(.data, from: "/").setting(\.policy.responseSizeLimit, 999)
        #expect(await loopback.failure(of: request)?.code == .responseTooLarge)
    }
}
