import Foundation
import Requests
import RequestsTesting
import TestSupport
import Testing

/// Canaries in every place of a request and a response, which must not appear in any output.
@Suite("The output of logs", .timeLimit(.minutes(1))) struct CanaryTests {
    private let api = CanaryAPI()

    /// The canary itself, and its beginning in base64, alone and after `user:`.
    private static let forms = ["KANARI", "S0FOQVJJ", "dTpLQU5BUkk"]

    /// A request with a canary in every possible place.
    private var request: Request<CanaryAPI, String> {
        api.post(.text("KANARI01"), to: "/n/\(sensitive: "KANARI/02")?token=KANARI03")
            .adding(headerField: "X-Mine", "KANARI04", isSensitive: true)
            .adding(headerField: "X-Api-Key", "KANARI05")
            .adding(headerField: "Referer", "https://u:KANARI06@h/?access_token=KANARI07")
            .adding(cookie: "id", "KANARI08")
            .adding(query: "pin", "KANARI09", isSensitive: true)
            .adding(query: "client_secret", "KANARI10")
            .authenticated(with: .apiKey("KANARI11", inQuery: "key"))
            .receiving(.text)
            .idempotent()
            // A canary in a body isn't a secret of the request, so the error would quote it.
            .setting(\.includesServerMessage, false)
    }

    /// Makes a response with a canary in every possible place, and with the request's canaries.
    private static func response(to message: OutgoingRequest, _ status: HTTPStatus) -> TransportResponse {
        let header: HeaderFields = [
            HeaderField("Set-Cookie", "id=KANARI20"),
            HeaderField("Location", "https://u:KANARI21@h/?access_token=KANARI22&a=1#id_token=KANARI23"),
            HeaderField("Content-Location", message.urlText),
            HeaderField("Link", "<https://h/?p=2>; rel=next, <https://h/?token=KANARI24>; rel=\"prev\""),
            HeaderField("Refresh", "5; url=https://h/?token=KANARI25"),
            HeaderField("WWW-Authenticate", "Negotiate KANARI26"),
            HeaderField("Proxy-Authenticate", "Negotiate KANARI27"),
            HeaderField("Authentication-Info", "nextnonce=\"KANARI28\""),
            HeaderField("X-Echo", message.header.map(\.value).joined(separator: " ")),
            HeaderField("Content-Type", "text/plain"),
        ]
        return TransportResponse(
            head: ResponseHead(status: status, header: header, urlText: message.urlText + "&session_id=KANARI29"),
            body: MessageBody(Data("KANARI30".utf8)))
    }

    private struct Leak: Error, LocalizedError {
        var text: String
        var errorDescription: String? { "could not load \(text)" }
    }

    /// The endings of a message with canaries.
    enum Ending: String, CaseIterable {
        case success, refusal, failure, redirect, leak, transportError, urlError, nsError, brokenBody, cancelled
    }

    private func transport(_ ending: Ending) -> some Transport {
        CanaryTransport { message in
            let all = message.urlText + " " + message.header.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
            switch ending {
            case .success: return Self.response(to: message, .ok)
            case .refusal: return Self.response(to: message, .unauthorized)
            case .failure: return Self.response(to: message, .serviceUnavailable)
            case .redirect: return Self.response(to: message, .found)
            case .leak: throw Leak(text: all)
            case .transportError:
                throw TransportError(
                    code: .connectionLost, message: "lost \(all)", underlyingError: Leak(text: all))
            case .urlError: throw URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: all])
            case .nsError: throw NSError(domain: "D", code: 1, userInfo: ["all": all])
            case .brokenBody:
                let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
                continuation.yield(Data("KANARI31".utf8))
                continuation.finish(throwing: Leak(text: all))
                return TransportResponse(head: Self.response(to: message, .ok).head, body: MessageBody(chunks))
            case .cancelled: throw CancellationError()
            }
        }
    }

    private var tokens: BearerTokens {
        BearerTokens(for: api.baseURL, BearerToken("KANARI40", refreshToken: "KANARI41")) { _ in
            BearerToken("KANARI42", refreshToken: "KANARI43")
        }
    }

    private var keys: QueryKeys { QueryKeys(baseURL: api.baseURL) }

    private func signed(_ base: some Transport) -> some Transport {
        base.signing { message in
            message.header.set(HeaderField("X-Signature", "KANARI50"))
            try message.add(QueryItem("own", "KANARI51"))
        }
    }

    @Test(arguments: Ending.allCases)
    func `no output shows a canary, wherever the log is in the chain`(ending: Ending) async throws {
        let lines = LogLines()
        let clock = ImmediateClock()
        let policy = RetryPolicy(attemptLimit: 2)
        func log(_ base: some Transport) -> some Transport { base.logging(clock: clock, to: lines.add) }
        // The logs are between all decorators that add something, and around them.
        let inner = log(signed(log(transport(ending))))
        let middle = log(log(inner.authenticating(with: keys)).retrying(policy, clock: clock))
        let outer = log(
            log(middle.authenticating(with: tokens)).adapting { message, next in
                var message = message
                message.header.set(HeaderField("X-Own-Key", "KANARI60", isSensitive: true))
                return try await next(message)
            })
        let transports: [any Transport] = [log(transport(ending)), inner, middle, outer]
        for transport in transports {
            try await search(transport)
            expectNoCanary(in: transport)
        }
        #expect(lines.entries.count >= 20)
        for entry in lines.entries {
            expectNoCanary(in: entry)
            for text in [entry.details, entry.cURL, entry.url, entry.errorDescription ?? "", entry.host] {
                expectNoCanary(in: text)
            }
        }
    }

    /// Sends the request in every way, and searches the results.
    private func search(_ transport: some Transport) async throws {
        do {
            let (head, _) = try await transport.response(for: request)
            expectNoCanary(in: head)
        } catch {
            expect(error)
        }
        do {
            let stream = try await transport.stream(request.receiving(stream: .lines))
            expectNoCanary(in: stream.head)
            for try await _ in stream {}
        } catch {
            expect(error)
        }
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            expectNoCanary(in: try await transport.download(request, to: file))
        } catch {
            expect(error)
        }
        // A base URL may not contain a user and a password, so this is a message. The transport throws an error with
        // the URL, which the log must hide.
        let message = OutgoingRequest(urlText: "https://u:KANARI70@canary.example/?password=KANARI71")
        _ = try? await transport.send(message).body.collect(upTo: 100)
    }

    private func expect(_ error: TransportError) {
        expectNoCanary(in: error)
        expectNoCanary(in: error.message)
        expectNoCanary(in: error.underlyingError as Any)
        expectNoCanary(in: error.request as Any)
        expectNoCanary(in: error.head as Any)
        expectNoCanary(in: error.response?.url as Any)
    }

    /// Request bodies, forms and files with a canary each, and with neutral names.
    private var bodies: [BodyProvider] {
        [
            .json(Letter(text: "KANARI90")), .form(Letter(text: "KANARI91")), .data(Data("KANARI92".utf8)),
            .multipart {
                Part("note", "KANARI93")
                Part("file", .data(Data("KANARI94".utf8)), fileName: "KANARI95.txt")
            },
            .stream { InputStream(data: Data("KANARI96".utf8)) },
        ]
    }

    @Test(arguments: [
        (200, #"{"text": "KANARI"}"#), (200, #"{"text": {"a": "KANARI"}}"#), (200, #"{"text": "KANARI"#),
        (200, #"{"data": {"text": "KANARI", "color": "red", "size": 1, "date": "2026-01-01T00:00:00Z"}}"#),
        (200, #"{"data": {"text": "a", "color": "KANARI", "size": 1, "date": "2026-01-01T00:00:00Z"}}"#),
        (200, #"{"data": {"text": "a", "color": "red", "size": "KANARI", "date": "2026-01-01T00:00:00Z"}}"#),
        (200, #"{"data": {"text": "a", "color": "red", "size": 1, "date": "KANARI"}}"#),
        (422, #"{"detail": "KANARI", "title": "KANARI"}"#), (422, #"{"detail": ["KANARI"]}"#), (500, "KANARI"),
    ])
    func `no text shows a body, whether it can be decoded or not`(status: Int, response: String) async throws {
        let lines = LogLines()
        let clock = ImmediateClock()
        let transport = FixedResponse(status: HTTPStatus(status), header: [.contentType(.json)], body: response)
            .retrying(RetryPolicy(attemptLimit: 2), clock: clock).logging(clock: clock, to: lines.add)
        // Only the 500 is tested with all bodies, because searching for canaries is slow.
        for body in status == 500 ? bodies : Array(bodies.prefix(1)) {
            let request = EnvelopedAPI().put(body, to: "/letter").receiving(.json(Letter.self))
                .setting(\.includesServerMessage, false)
            expectNoCanary(in: request)
            expectNoCanary(in: try request.resolve())
            do {
                _ = try await transport.response(for: request)
            } catch {
                for text in ["\(error)", String(reflecting: error), error.message, error.localizedDescription] {
                    expectNoCanary(in: text)
                }
                var dumped = ""
                dump(error, to: &dumped)
                expectNoCanary(in: dumped)
            }
        }
        for entry in lines.entries {
            expectNoCanary(in: entry)
            expectNoCanary(in: entry.details)
        }
    }

    @Test func `neither decorators nor stores of credentials show a canary`() throws {
        let session = URLSession(configuration: .ephemeral)
        session.configuration.httpAdditionalHeaders = ["Authorization": "KANARI"]
        expectNoCanary(in: session.authenticating(with: tokens))
        expectNoCanary(in: signed(session).logging { _ in })
        expectNoCanary(in: tokens)
        expectNoCanary(in: tokens.token as Any)
        expectNoCanary(in: request)
        expectNoCanary(in: try request.resolve())
    }

    private func expectNoCanary(in value: Any, _ location: SourceLocation = #_sourceLocation) {
        let text = Shown.texts(of: value)
        for form in Self.forms where text.contains(form) {
            let range = text.range(of: form)
            let start = range.map {
                text.index($0.lowerBound, offsetBy: -120, limitedBy: text.startIndex) ?? text.startIndex
            }
            Issue.record("a canary: \(start.map { text[$0...].prefix(200) } ?? "")", sourceLocation: location)
        }
    }
}

private struct CanaryAPI: RequestProviding {
    let baseURL = URL("https://canary.example")
}

private struct Letter: Codable, Sendable {
    enum Color: String, Codable { case red }

    var text: String
    var color = Color.red
    var size = 1
    var date = Date(timeIntervalSince1970: 0)
}

/// An API with an envelope around its responses, and a failure type.
private struct EnvelopedAPI: RequestProviding {
    typealias Failure = ProblemDetails

    let baseURL = URL("https://canary.example")
    var envelope: Envelope { Envelope(content: "data") }
}

private struct CanaryTransport: Transport {
    let response: @Sendable (OutgoingRequest) throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse { try response(request) }
}

/// Credentials in the query, with a neutral name.
private struct QueryKeys: CredentialStore {
    let baseURL: URL

    func credential() async throws -> String? { "KANARI80" }
    func refresh(_ credential: String) async throws -> String { "KANARI81" }
    func provider(for credential: String) -> AuthenticationProvider { .apiKey(credential, inQuery: "mine") }
}
