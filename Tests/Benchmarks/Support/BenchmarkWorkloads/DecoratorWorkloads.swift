import Foundation
import Requests
import RequestsCaching
import RequestsEndpoints

/// Responds from memory to every request.
struct AtOnce: Transport {
    var status = HTTPStatus.ok
    var header: HeaderFields = []
    var body = "{}"

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        TransportResponse(
            head: ResponseHead(status: status, header: header, urlText: request.urlText),
            body: MessageBody(Data(body.utf8)))
    }
}

extension AsyncWorkload {
    /// A call of a transport that responds at once.
    package static let bare = calls("bare", over: AtOnce())

    /// The same call through a decorator that does nothing.
    package static let adapting = calls("adapting", over: AtOnce().adapting { try await $1($0) })

    /// A call of a route without a socket.
    package static let route = calls("route", over: served)

    /// The same call through one decorator that has nothing to do.
    package static let decorated = [
        calls("keepingCookies", over: served.keepingCookies(in: CookieJar())),
        calls("caching", over: served.caching(in: .memory(limit: 1 << 20))),
        calls("limiting", over: served.limiting(concurrentCalls: 8)),
        calls("retrying", over: served.retrying()),
        calls("authenticating", over: served.authenticating(with: tokens)),
        calls("logging", over: served.logging(level: nil) { _ in }),
        calls("honoringRateLimits", over: served.honoringRateLimits()),
        calls("coalescing", over: served.coalescing()),
    ]

    /// The same call through all six decorators.
    package static let decorators = calls(
        "decorators",
        over: served.keepingCookies(in: CookieJar()).caching(in: .memory(limit: 1 << 20)).limiting(concurrentCalls: 8)
            .retrying().authenticating(with: tokens).logging(level: nil) { _ in })

    /// A call whose response can't be decoded.
    package static let decodingFailure = failures(
        "decodingFailure", over: AtOnce(body: #"{"id":"one","name":"engine"}"#), as: .decodingFailed)

    /// A call whose response is a 404 with a message.
    package static let notFound = failures(
        "notFound",
        over: AtOnce(
            status: .notFound, header: ["Content-Type": "application/json"], body: #"{"message":"no such repository"}"#),
        as: .unacceptableStatus)

    /// A call whose response comes from a cache that contains the responses to 30 users.
    package static let cacheHit = AsyncWorkload(name: "cacheHit30") { count in
        let stored = AtOnce(header: ["Cache-Control": "max-age=3600"]).caching(in: .memory(limit: 1 << 20))
        let requests = (0..<30).map {
            api.get(.data, from: "/repos/1").authenticated(with: .bearerToken("t0ken-\($0)"))
        }
        for request in requests { try await stored.perform(request) }
        for index in 0..<count { try await stored.perform(requests[index % requests.count]) }
    }

    private static let api = AnonymousProvider("https://api.example.com/v1")

    private static let served = Loopback(
        Routes(api, at: "/v1").on(.get, "/repos/{id}") { _ in
            TransportResponse(
                head: ResponseHead(status: .ok, header: ["Cache-Control": "no-store"]),
                body: MessageBody(Data("{}".utf8)))
        })

    private static let tokens = BearerTokens(
        for: api.baseURL, BearerToken("t0ken", expires: .distantFuture)
    ) { $0 }

    static func calls(_ name: String, over transport: any Transport) -> AsyncWorkload {
        AsyncWorkload(name: name) { count in
            let request = api.get(.data, from: "/repos/1")
            for _ in 0..<count {
                let data = try await transport.perform(request)
                precondition(data.count == 2)
            }
        }
    }

    private static func failures(
        _ name: String, over transport: any Transport, as code: RequestErrorCode
    ) -> AsyncWorkload {
        AsyncWorkload(name: name) { count in
            let request = api.get(.json(Repository.self), from: "/repos/1")
            for _ in 0..<count {
                do throws(RequestError<Never>) {
                    _ = try await transport.perform(request)
                    preconditionFailure("the call succeeded")
                } catch {
                    precondition(error.code == code)
                }
            }
        }
    }
}
