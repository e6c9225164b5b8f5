import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Bodies over loopback", .timeLimit(.minutes(1))) struct LoopbackBodyTests {
    private let api = AnonymousProvider("http://upload.example/base")

    private func routes(
        _ handler: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Routes<AnonymousProvider> {
        Routes(api).on(.post, "/upload/{name}", handler)
    }

    /// Responds with the number of received bytes, the size of the largest chunk, and the length and the path value.
    private static let count: @Sendable (IncomingRequest) async throws -> TransportResponse = { request in
        var (bytes, chunks) = (0, 0)
        for try await chunk in request.body {
            bytes += chunk.count
            chunks = max(chunks, chunk.count)
        }
        let length = request.header["Content-Length"] ?? "none"
        return .text("\(bytes), at most \(chunks), length \(length), \(request.pathValues["name"] ?? "")")
    }

    @Test func `a stream is transferred in chunks, no further ahead than it is read`() async throws {
        let record = MadeStream.Record()
        let routes = routes { request in
            var iterator = request.body.makeAsyncIterator()
            let first = try await iterator.next()?.count ?? 0
            return .text("\(first) \(record.readCount)")
        }
        let request = api.post(to: "/upload/a").sending(.made(1 << 40, record)).receiving(.text)
        #expect(try await Loopback(routes).perform(request) == "262144 262144")
        await record.closed.opened()
    }

    @Test func `of two tasks that read a body at the same time, the second gets an error`() async throws {
        let isAsked = Gate(), mayGoOn = Gate(), reads = Counter()
        let source = AsyncThrowingStream<Data, any Error> {
            isAsked.open()
            await mayGoOn.opened()
            return reads.next() == 1 ? Data("a".utf8) : nil
        }
        let routes = routes { request in
            let body = request.body
            let first = Task { try await body.collect(upTo: 10) }
            await isAsked.opened()
            let error = await #expect(throws: TransportError.self) { try await body.collect(upTo: 10) }
            mayGoOn.open()
            return .text("\(try await first.value) \(error?.message ?? "")")
        }
        let response = await routes.respond(
            to: IncomingRequest(method: .post, target: "/base/upload/a", header: [], body: MessageBody(source)))
        let text = String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
        #expect(text == "1 bytes the body of the request is being read by another task")
    }

    @Test func `every kind of body arrives whole, with its length if that is known`() async throws {
        let loopback = Loopback(routes(Self.count))
        let request = api.post(to: "/upload/b").receiving(.text)
        let record = MadeStream.Record()
        #expect(
            try await loopback.perform(request.sending(.made(300_000, record)))
                == "300000, at most 262144, length none, b")
        #expect(
            try await loopback.perform(request.sending(.made(300_000, declaring: 300_000, record)))
                == "300000, at most 262144, length 300000, b")
        #expect(
            try await loopback.perform(request.sending(.data(Data(count: 300_000))))
                == "300000, at most 300000, length 300000, b")
        #expect(try await loopback.perform(request) == "0, at most 0, length none, b")
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: 100_000).write(to: file)
        #expect(
            try await loopback.perform(request.sending(.file(file))) == "100000, at most 100000, length 100000, b")
    }

    @Test(arguments: [(5, 9, "only 5 of"), (9, 5, "more than")])
    func `a body that differs from its given length is an error`(length: Int, declared: Int, found: String) async {
        let request = api.post(to: "/upload/c").sending(.made(length, declaring: declared, .init()))
        let error = await Loopback(routes(Self.count)).failure(of: request)
        #expect(error?.code == .bodyUnreadable)
        #expect(error?.message == "the body of the request has \(found) the declared \(declared) bytes")
    }

    @Test func `a missing file is an error before the handler runs`() async {
        let counter = Counter()
        let loopback = Loopback { _ in
            counter.next()
            return loopbackResponse()
        }
        let missing = BodyProvider { _, _ in .file(URL(filePath: "/nowhere/at/all")) }
        let error = await loopback.failure(of: api.post(missing, to: "/"))
        #expect(error?.code == .bodyUnreadable)
        #expect(counter.count == 0)
    }

    @Test func `the size limit applies to endpoints, not to a route that reads the body itself`() async throws {
        let todos = TodosAPI()
        var routes = Routes(todos)
            .on(\.add) { Todo(id: $0.list, title: $0.title) }
            .on(.post, "/raw") { .text("\(try await $0.body.collect(upTo: 1_000).count)") }
        routes.bodySizeLimit = 50
        let loopback = Loopback(routes)
        let long = NewTodo(list: 1, title: String(repeating: "a", count: 50))
        let error = await loopback.failure(of: todos.request(\.add, long))
        #expect(error?.head?.status == .contentTooLarge)
        #expect(
            error.map { String(decoding: $0.body, as: UTF8.self) } == #"{"message":"the body is larger than 50 bytes"}"#
        )
        let raw = todos.post(.data(Data(count: 100)), to: "/raw").receiving(.text)
        #expect(try await loopback.perform(raw) == "100")
    }

    @Test func `a body can be echoed while it arrives`() async throws {
        let routes = routes { loopbackResponse(.ok, $0.body) }
        let record = MadeStream.Record()
        let request = api.post(to: "/upload/e").sending(.made(1 << 40, record)).receiving(.data)
        let response = try await Loopback(routes).send(request.resolve())
        var iterator = response.body.makeAsyncIterator()
        #expect(try await iterator.next()?.count == 262_144)
        // Only the chunk that waits for its reader was read, and the chunks in transit.
        #expect(record.readCount <= 1 << 20)
    }

    @Test func `a handler that waits for a blocking stream is woken when the caller is cancelled`() async throws {
        let gate = Gate(), ended = Gate()
        let record = MadeStream.Record()
        let loopback = Loopback { request in
            defer { ended.open() }
            return .text("\(try await request.body.collect(upTo: .max).count)")
        }
        let request = api.post(to: "/").sending(.made(10, record, waitingFor: gate))
        let task = Task { await loopback.failure(of: request)?.code }
        // The stream is created only at this point; before that, it couldn't be closed.
        await record.began.opened()
        task.cancel()
        #expect(await task.value == .cancelled)
        await ended.opened()
        gate.open()
        await record.closed.opened()
    }

    @Test func `progress counts both directions`() async throws {
        let size = 300_000
        let routes = routes { loopbackResponse(.ok, MessageBody(try await $0.body.collect(upTo: .max))) }
        var last: [TransferProgress.Direction: TransferProgress] = [:]
        let request = api.post(.data(Data(count: size)), to: "/upload/f").receiving(.data)
        for try await event in Loopback(routes).events(of: request) {
            switch event {
            case .sent(let progress), .received(let progress): last[progress.direction] = progress
            case .finished(_, let data): #expect(data.count == size)
            }
        }
        #expect(last[.sent]?.completedByteCount == size)
        #expect(last[.sent]?.totalByteCount == size)
        #expect(last[.received]?.completedByteCount == size)
        #expect(last[.received]?.totalByteCount == size)
    }
}
