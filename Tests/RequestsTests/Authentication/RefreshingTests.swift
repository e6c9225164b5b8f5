import Foundation
import Requests
import RequestsTesting
import Testing

/// Whose credentials a call gets after a refresh, and what is said of one that fails.
@Suite("Transport.authenticating, refreshing", .timeLimit(.minutes(1))) struct RefreshingTests {
    private let api = RefreshingAPI()

    /// Answers what it was sent, and refuses one token.
    private func server(refusing token: String, _ seen: RefreshingSeen = RefreshingSeen()) -> Stub<RefreshingAPI> {
        Stub(api).on(.post, "/orders") { request in
            let sent = request.header[.authorization] ?? "none"
            seen.add(sent)
            return sent == "Bearer \(token)" ? .status(.unauthorized) : .text(sent)
        }
    }

    private func failure(
        _ transport: some Transport, _ requirement: AuthenticationRequirement = .optional
    ) async -> RequestError<Problem>? {
        await #expect(throws: RequestError<Problem>.self) {
            try await transport.perform(api.order.authentication(requirement))
        }
    }

    // MARK: - Who gets them

    @Test func `credentials for another origin are named where some are required`() async throws {
        let tokens = BearerTokens(for: URL("https://evil.example/v1"), BearerToken("token")) { $0 }
        let error = await failure(Stub(api).authenticating(with: tokens), .required)
        #expect(error?.code == .credentialsMissing)
        #expect(
            error?.message == "POST https://refreshing.example/orders needs credentials, and there are none for it: "
                + "the credentials are for https://evil.example")
        // Another store has some, or could have.
        let own = BearerTokens(for: api.baseURL, nil) { $0 }
        let both = Stub(api).authenticating(with: own).authenticating(with: tokens)
        let second = await failure(both, .required)
        #expect(second?.message.hasSuffix("there are none: sign in first") == true)
    }

    // MARK: - What fails

    /// Gets tokens of a server that answers with the statuses, and then with a token.
    private func tokens(after statuses: HTTPStatus..., count: Counter = Counter()) -> BearerTokens {
        BearerTokens(for: api.baseURL, BearerToken("old")) { [api] _ in
            let index = count.next() - 1
            let server = Stub(api).on(.post, "/token") { _ in
                index < statuses.count ? .status(statuses[index]) : .text("new")
            }
            return BearerToken(try await server.perform(api.post(to: "/token").receiving(.text)))
        }
    }

    @Test(arguments: [.tooManyRequests, .serviceUnavailable, .internalServerError] as [HTTPStatus])
    func `a status that passes refuses nobody, and is tried again further out`(status: HTTPStatus) async throws {
        let server = server(refusing: "old")
        let error = await failure(server.authenticating(with: tokens(after: status)))
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.head?.status == status)
        #expect(error?.message == "what refreshes credentials failed: unacceptableStatus")
        let count = Counter()
        let patient = server.authenticating(with: tokens(after: status, status, count: count))
            .retrying(clock: ImmediateClock())
        #expect(try await patient.perform(api.order.idempotent()) == "Bearer new")
        #expect(count.count == 3)
    }

    @Test(arguments: [.badRequest, .unauthorized, .forbidden] as [HTTPStatus])
    func `another status is a refusal, and the text says which`(status: HTTPStatus) async throws {
        let error = await failure(server(refusing: "old").authenticating(with: tokens(after: status)))
        #expect(error?.code == .authenticationFailed)
        #expect(error?.head?.status == .unauthorized)
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("underlying error: unacceptableStatus: "))
        #expect(text.contains("POST https://refreshing.example/token"))
        #expect(text.contains("\(status.code)"))
    }

    @Test func `a refresh that was cancelled cancels no call`() async throws {
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in throw CancellationError() }
        let error = await failure(server(refusing: "old").authenticating(with: tokens))
        #expect(error?.code == .authenticationFailed)
        #expect(error?.message == "what refreshes credentials threw an error of type CancellationError")
    }
}

private struct RefreshingAPI: RequestProviding {
    typealias Failure = Problem

    let baseURL = URL("https://refreshing.example")

    var order: Request<RefreshingAPI, String> { post(to: "/orders").receiving(.text) }
}

/// What was seen, in order.
private final class RefreshingSeen: Sendable {
    private let state = Guarded<[String]>([])

    var texts: [String] { state.withLock { $0 } }

    func add(_ text: String) { state.withLock { $0.append(text) } }
}
