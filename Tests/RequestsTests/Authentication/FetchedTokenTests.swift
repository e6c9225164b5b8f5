import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

/// Tokens that the program itself fetches.
@Suite("BearerTokens, fetching", .timeLimit(.minutes(1))) struct FetchedTokenTests {
    private struct ServiceAPI: RequestProviding {
        let baseURL = URL("https://service.example")

        var jobs: Request<ServiceAPI, String> { self.get(.text, from: "/jobs").authentication(.required) }
    }

    private let api = ServiceAPI()

    /// Makes a server that accepts one token and responds with it.
    private func server(accepting token: @escaping @Sendable () -> String) -> Stub<ServiceAPI> {
        Stub(api).on(.get, "/jobs") { request in
            let sent = request.header[.authorization] ?? "none"
            return sent == "Bearer \(token())" ? .text(sent) : .status(.unauthorized)
        }
    }

    /// Makes tokens `t1`, `t2` and so on, each of which is valid for some seconds.
    private func tokens(_ fetches: Counter, validFor seconds: Double? = nil, at date: Date = .now) -> BearerTokens {
        BearerTokens(
            for: api.baseURL,
            fetching: {
                BearerToken("t\(fetches.next())", expires: seconds.map { date + $0 })
            })
    }

    @Test func `the first call fetches a token, and a hundred calls wait for it`() async throws {
        let fetches = Counter(), waiting = Counter(), all = Gate()
        let tokens = BearerTokens(
            for: api.baseURL,
            fetching: {
                await all.opened()
                return BearerToken("t\(fetches.next())")
            })
        #expect(tokens.token == nil)
        let session = server { "t1" }.authenticating(with: tokens)
        let counted = session.adapting { request, next in
            if waiting.next() == 100 { all.open() }
            return try await next(request)
        }
        let texts = try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { try await counted.perform(api.jobs) } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "Bearer t1", count: 100))
        #expect(fetches.count == 1)
        #expect(tokens.token == BearerToken("t1"))
    }

    @Test func `a token that expires is fetched again, and others are kept`() async throws {
        let fetches = Counter(), now = Guarded(Date.now)
        let session = server { "t\(fetches.count)" }
            .authenticating(with: tokens(fetches, validFor: 3_600, at: now.withLock { $0 })) { now.withLock { $0 } }
        for _ in 0..<3 { #expect(try await session.perform(api.jobs) == "Bearer t1") }
        now.withLock { $0 += 3_590 }
        #expect(try await session.perform(api.jobs) == "Bearer t2")
    }

    @Test func `a refused token is fetched again once`() async throws {
        let fetches = Counter()
        let session = server { "t2" }.authenticating(with: tokens(fetches))
        #expect(try await session.perform(api.jobs) == "Bearer t2")
        #expect(fetches.count == 2)
    }

    @Test func `a token of an earlier process is used first`() async throws {
        let fetches = Counter()
        let tokens = BearerTokens(
            for: api.baseURL, BearerToken("saved"), fetching: { BearerToken("t\(fetches.next())") })
        #expect(try await server { "saved" }.authenticating(with: tokens).perform(api.jobs) == "Bearer saved")
        #expect(fetches.count == 0)
    }

    @Test func `each token is saved, and a token that is removed is fetched again`() async throws {
        let fetches = Counter(), saved = Guarded<[String]>([])
        let tokens = BearerTokens(
            for: api.baseURL, fetching: { BearerToken("t\(fetches.next())") },
            save: { token in saved.withLock { $0.append(token?.accessToken ?? "none") } })
        let session = server { "t\(fetches.count)" }.authenticating(with: tokens)
        #expect(try await session.perform(api.jobs) == "Bearer t1")
        tokens.token = nil
        #expect(tokens.token == nil)
        #expect(try await session.perform(api.jobs) == "Bearer t2")
        #expect(saved.withLock { $0 } == ["t1", "none", "t2"])
    }

    @Test func `a failed fetch ends the calls that wait, and the next call fetches again`() async throws {
        struct Refused: Error {}
        let fetches = Counter()
        let tokens = BearerTokens(
            for: api.baseURL,
            fetching: {
                if fetches.next() == 1 { throw Refused() }
                return BearerToken("t2")
            })
        let session = server { "t2" }.authenticating(with: tokens)
        let error = await #expect(throws: TransportError.self) { try await session.perform(api.jobs) }
        #expect(error?.code == .authenticationFailed)
        #expect(error?.underlyingError is Refused)
        #expect(try await session.perform(api.jobs) == "Bearer t2")
    }

    @Test func `a call without credentials fetches nothing`() async throws {
        let fetches = Counter()
        let stub = Stub(api).on(.get, "/health") { request in .text(request.header[.authorization] ?? "none") }
        let session = stub.authenticating(with: tokens(fetches))
        let health = api.get(.text, from: "/health").authentication(.none)
        #expect(try await session.perform(health) == "none")
        #expect(fetches.count == 0)
    }

    @Test func `a description shows only the host`() {
        #expect("\(tokens(Counter()))" == "bearer tokens for service.example")
    }
}
