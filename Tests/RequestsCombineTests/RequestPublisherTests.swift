#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Foundation
import Requests
import RequestsCombine
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("RequestPublisher", .timeLimit(.minutes(1)))
struct RequestPublisherTests {
    private let api = CombineAPI()

    @Test func `a value, and the end`() async {
        let stub = Stub(api).on(.get, "/n") { _ in try .json(41) }
        let outcome = await outcome(of: stub.publisher(for: api.get(.json(Int.self), from: "/n")))
        #expect(outcome.values == [41])
        #expect(outcome.error == nil)
    }

    @Test func `an error has the failure type of the API, and its cause`() async {
        let stub = Stub(api).on(.get, "/n") { _ in try .json(["message": "No"], status: .unprocessableContent) }
        let outcome = await outcome(of: stub.publisher(for: api.get(.json(Int.self), from: "/n")))
        #expect(outcome.values.isEmpty)
        #expect(outcome.error?.code == .unacceptableStatus)
        #expect(outcome.error?.failure?.message == "No")
        #expect(outcome.error?.request?.urlText == "https://combine.example/n")
    }

    @Test func `a request that can't be sent is an error of its publisher`() async {
        let request = api.get(.json(Int.self), from: "/n").timeout(after: .seconds(-1))
        let outcome = await outcome(of: Stub(api).publisher(for: request))
        #expect(outcome.values.isEmpty)
        #expect(outcome.error?.code == .invalidTimeout)
    }

    @Test func `the publisher can deliver the head with the resource`() async {
        let stub = Stub(api).on(.get, "/n") { _ in try .json(1, status: .accepted) }
        let request = api.get(.json(Int.self), from: "/n")
        let outcome = await outcome(of: stub.responsePublisher(for: request).map { "\($0.status.code) \($1)" })
        #expect(outcome.values == ["202 1"])
    }

    @Test func `a printed subscription shows nothing of the request`() async {
        let stub = Stub(api).on(.get, "/n") { _ in try .json(1) }
        let printed = Printed()
        let request = api.get(.json(Int.self), from: "/n").adding(query: "own", "canary")
        _ = await outcome(of: stub.publisher(for: request).print(to: printed))
        #expect(printed.text.withLock(\.self).contains("receive subscription: (RequestPublisher)"))
        #expect(!printed.text.withLock(\.self).contains("canary"))
    }

    @Test func `each subscription sends the request anew`() async {
        let count = Counter()
        let stub = Stub(api).on(.get, "/n") { _ in try .json(count.increment()) }
        let publisher = stub.publisher(for: api.get(.json(Int.self), from: "/n"))
        #expect(count.value == 0)
        var values: [Int] = []
        for _ in 1...3 { values += await outcome(of: publisher).values }
        #expect(values == [1, 2, 3])
        async let one = outcome(of: publisher)
        async let other = outcome(of: publisher)
        #expect(await Set(one.values + other.values) == [4, 5])
    }

    @Test func `publishers are composed`() async {
        let stub = Stub(api).on(.get, "/a") { _ in try .json(1) }.on(.get, "/b") { request in
            try .json(request.target == "/b?n=2" ? 20 : 0)
        }
        let composed = stub.publisher(for: api.get(.json(Int.self), from: "/a"))
            .map { $0 + 1 }
            .flatMap { [api] in stub.publisher(for: api.get(.json(Int.self), from: "/b").adding(query: "n", $0)) }
            .zip(stub.publisher(for: api.get(.text, from: "/a")))
            .map { "\($0) \($1)" }
        #expect(await outcome(of: composed).values == ["20 1"])
        let missing = stub.publisher(for: api.get(.json(Int.self), from: "/c"))
            .catch { error in
                Just(error.code == RequestErrorCode.notStubbed ? 404 : 0)
                    .setFailureType(to: RequestError<CombineAPI.Failure>.self)
            }
        #expect(await outcome(of: missing).values == [404])
    }

    @Test func `retrying sends again`() async throws {
        let stub = Stub(api).on(.get, "/n", .times(2)) { _ in .status(.serviceUnavailable) }
            .on(.get, "/n", .once) { _ in try .json(3) }
        let publisher = stub.publisher(for: api.get(.json(Int.self), from: "/n"))
        let outcome = await outcome(of: publisher.retry(2))
        #expect(outcome.values == [3])
        try stub.verify()
    }

    @Test func `the call site of a client by publishers`() async {
        let client = Stub(api).on(.get, "/n") { _ in try .json(1) }
        let notes = AsyncStream.makeStream(of: String.self)
        var cancellables: Set<AnyCancellable> = []

        client.publisher(for: api.get(.json(Int.self), from: "/n"))
            .sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .failure(let error):
                        notes.continuation.yield(error.failure?.message ?? error.localizedDescription)
                    case .finished:
                        notes.continuation.yield("finished")
                    }
                    notes.continuation.finish()
                },
                receiveValue: { response in
                    notes.continuation.yield("\(response)")
                }
            )
            .store(in: &cancellables)

        var noted: [String] = []
        for await note in notes.stream { noted.append(note) }
        #expect(noted == ["1", "finished"])
        cancellables.removeAll()
    }

    @Test func `events of a request, and of a download`() async throws {
        let stub = Stub(api).on(.get, "/n") { _ in try .json(17) }
        let request = api.get(.json(Int.self), from: "/n")
        let numbers = stub.publisher(forEventsOf: request).compactMap { event -> Int? in
            guard case .finished(_, let number) = event else { return nil }
            return number
        }
        #expect(await outcome(of: numbers).values == [17])
        #expect(await outcome(of: numbers).values == [17])
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let events = await outcome(of: stub.publisher(forEventsOfDownloading: request, to: file))
        guard case .finished(_, file)? = events.values.last else {
            Testing.Issue.record("\(events)")
            return
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "17")
    }

    @Test func `pages and their items, from the first for each subscription`() async {
        let stub = Stub(api).on(.get, "/n") { request in
            switch request.target {
            case "/n?page=2": try .json([20, 21])
            case "/n?page=3": try .json([Int]())
            default: try .json([10, 11])
            }
        }
        let pages = api.get(.json([Int].self), from: "/n").pages(.pageNumber("page"))
        for _ in 1...2 {
            #expect(await outcome(of: stub.publisher(streaming: pages.items)).values == [10, 11, 20, 21])
        }
        #expect(await outcome(of: stub.publisher(streaming: pages).first()).values == [[10, 11]])
    }

    // The closures in this test belong to the main actor, like most closures of an app. On another thread, they would
    // end the process.
    @MainActor
    @Test func `values and completions arrive on the main queue`() async {
        let stub = Stub(api).on(.get, "/n") { _ in try .json(41) }.on(.get, "/lines") { _ in .text("1\n2\n") }
        var values: [String] = []
        var cancellables: Set<AnyCancellable> = []
        for publisher in [
            stub.publisher(for: api.get(.json(Int.self), from: "/n")).map { "\($0)!" }.eraseToAnyPublisher(),
            stub.publisher(streaming: api.get(from: "/lines").receiving(stream: .lines)).map { "\($0)?" }
                .eraseToAnyPublisher(),
            stub.publisher(forEventsOf: api.get(.json(Int.self), from: "/n")).map { _ in "event" }.prefix(1)
                .eraseToAnyPublisher(),
            stub.publisher(for: api.get(.json(String.self), from: "/missing")).eraseToAnyPublisher(),
        ] as [AnyPublisher<String, RequestError<CombineAPI.Failure>>] {
            await withCheckedContinuation { continuation in
                publisher.sink { completion in
                    MainActor.assertIsolated()
                    if case .failure(let error) = completion { values.append("\(error.code)") }
                    continuation.resume()
                } receiveValue: { value in
                    MainActor.assertIsolated()
                    values.append(value)
                }
                .store(in: &cancellables)
            }
        }
        #expect(values == ["41!", "1?", "2?", "event", "notStubbed"])
    }

    @Test func `values arrive one at a time on the queue that is given`() async {
        let queue = DispatchQueue(label: "values", attributes: .concurrent)
        let mark = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: mark, value: true)
        let (running, most) = (Counter(), Counter())
        let lines = (1...100).map { "\($0)\n" }.joined()
        let stub = Stub(api).on(.get, "/lines") { _ in .text(lines) }
        let request = api.get(from: "/lines").receiving(stream: .lines)
        let outcome = await outcome(
            of: stub.publisher(streaming: request, callbackQueue: queue).map { line in
                running.increment()
                most.raise(to: running.value)
                defer { running.increment(by: -1) }
                return DispatchQueue.getSpecific(key: mark) == true ? line : "elsewhere"
            })
        #expect(outcome.values == (1...100).map { "\($0)" })
        #expect(most.value == 1)
    }

    @Test func `task-local values of the subscriber reach the transport`() async {
        let transport = Loopback { _ in .text(CombineAPI.trace) }
        let traced = await CombineAPI.$trace.withValue("7") {
            await outcome(of: transport.publisher(for: api.get(.text, from: "/n")))
        }
        #expect(traced.values == ["7"])
    }
}

struct CombineAPI: RequestProviding {
    struct Failure: Decodable, Sendable {
        let message: String
    }

    @TaskLocal static var trace = "none"

    let baseURL = URL("https://combine.example")
}

/// Collects what is printed.
private final class Printed: TextOutputStream, Sendable {
    let text = Guarded("")

    func write(_ string: String) { text.withLock { $0 += string } }
}
#endif
