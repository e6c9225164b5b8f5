import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Empty: LocalizedError {
    var errorDescription: String? { "There is nothing here." }
}

private struct Plain: Error {}

/// Checks of a response between its status and its decoder.
@Suite("Validation", .timeLimit(.minutes(1)))
struct ValidationTests {
    private static let api = AnonymousProvider("https://h")

    @Test func `a check gets the head and the body, and refuses with a typed error`() async throws {
        let request = Self.api.get(.json([Int].self), from: "/me").validating { head, data in
            if data.isEmpty || head.header["X-Empty"] != nil { throw Empty() }
        }
        #expect(try await FixedResponse(body: "[1]").perform(request) == [1])
        for response in [FixedResponse(), FixedResponse(header: ["X-Empty": "1"], body: "no JSON")] {
            let error = try #require(await response.failure(of: request))
            #expect(error.code == .validationFailed)
            #expect(error.message == "a check of the response to GET https://h/me failed: Empty()")
            #expect(error.underlyingError is Empty)
            #expect(error.localizedDescription == "There is nothing here.")
            #expect(error.failureReason == nil)
            #expect(error.body == response.body)
            #expect(error.head?.status == 200)
        }
    }

    @Test(arguments: [
        ResponseDecoder<Int>.json([Int].self, as: { _ in throw Empty() }),
        .decoded([Int].self, from: .json, as: { _ in throw Empty() }),
        .byStatus(.on(200, .json([Int].self), as: { _ in throw Empty() })),
        .byStatus(.on(200, .json([Int].self, as: { _ in throw Empty() }))),
        .json([Int].self, as: { _ in throw Empty() }).withoutEnvelope,
    ]) func `a function that makes the resource from a decoded value is a check, too`(
        _ decoder: ResponseDecoder<Int>
    ) async throws {
        let error = try #require(await FixedResponse(body: "[1]").failure(of: Self.api.get(decoder, from: "/me")))
        #expect(error.code == .validationFailed)
        #expect(error.message == "a check of the response to GET https://h/me failed: Empty()")
        #expect(error.localizedDescription == "There is nothing here.")
        #expect(error.underlyingError is Empty)
        #expect(error.body == Data("[1]".utf8))
        #expect(throws: Empty.self) { try decoder.decode(ResponseHead(status: .ok), Data("[1]".utf8)) }
        let failed = try #require(await FixedResponse(status: 404, body: "[1]").failure(of: Self.api.get(from: "/me")))
        #expect(throws: TransportError.self) { try failed.decodeBody(decoder) }
        let unread = await FixedResponse(body: "no JSON").failure(of: Self.api.get(decoder, from: "/me"))
        #expect(unread?.code == .decodingFailed)
    }

    @Test func `such a function can also fail to decode, or throw a RequestError`() async {
        func failure(_ cause: any Error) async -> TransportError? {
            let decoder = ResponseDecoder<Int>.json([Int].self, as: { _ in throw cause })
            return await FixedResponse(body: "[1]").failure(of: Self.api.get(decoder, from: ""))
        }
        let misfit = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no date"))
        #expect(await failure(misfit)?.code == .decodingFailed)
        #expect(await failure(TransportError(code: .offline, message: "m"))?.code == .offline)
    }

    @Test func `the error of a decoder that reads the body of an error keeps the response`() async throws {
        let error = try #require(await FixedResponse(status: 404, body: "a").failure(of: Self.api.get(from: "/me")))
        let refusing = ResponseDecoder<Int> { _, _, _ in
            throw TransportError(code: .validationFailed, message: "no number")
        }
        let refused = #expect(throws: TransportError.self) { try error.decodeBody(refusing) }
        #expect(refused?.code == .validationFailed)
        #expect(refused?.message == "no number")
        #expect(refused?.head?.status == 404)
        #expect(refused?.request?.urlText == "https://h/me")
        #expect(refused?.body == Data("a".utf8))
    }

    @Test func `checks run in order, after the status and before the decoder`() async throws {
        let seen = Counter()
        let request = Self.api.get(.json(Int.self), from: "")
            .validating { _, _ in seen.next() }
            .receiving(.json(String.self)).adding(query: "a", 1).using(method: .post)
            .validating { _, _ in throw Plain() }
            .validating { _, _ in seen.next() }
        let error = await FixedResponse(body: "no JSON").failure(of: request)
        #expect(error?.underlyingError is Plain)
        #expect(
            error?.localizedDescription.hasPrefix("The request was not successful. The server rejected the request.")
                == true)
        #expect(seen.count == 1)
        #expect(await FixedResponse(status: 404).failure(of: request)?.code == .unacceptableStatus)
        #expect(seen.count == 1)
    }

    @Test func `a RequestError of a check keeps its code and its failure`() async {
        struct API: RequestProviding {
            typealias Failure = ProblemDetails
            var baseURL = URL("https://h")
        }
        let typed = API().delete("").validating { head, data in
            throw RequestError<ProblemDetails>(code: .timedOut, message: "late", failure: ProblemDetails(title: "T"))
        }
        let error = await FixedResponse(body: "x").failure(of: typed)
        #expect(error?.code == .timedOut)
        #expect(error?.failure?.title == "T")
        #expect(error?.body == Data("x".utf8))
        #expect(error?.request != nil)
        let other = API().delete("").validating { _, _ in throw TransportError(code: .offline, message: "m") }
        #expect(await FixedResponse().failure(of: other)?.code == .offline)
    }

    @Test func `a check applies to every way to decode a response, but not to a download`() async throws {
        let request = Self.api.get(.text, from: "").validating { _, _ in throw Plain() }
        #expect(throws: TransportError.self) { try request.resource(from: ResponseHead(status: 200), Data()) }
        await #expect(throws: TransportError.self) { try await FixedResponse().response(for: request) }
        let byStatus = request.receiving(.byStatus(.on(404, as: 1)))
        #expect(await FixedResponse(status: 404).failure(of: byStatus)?.code == .validationFailed)
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await FixedResponse(body: "content").download(request, to: file)
        #expect(try Data(contentsOf: file) == Data("content".utf8))
    }

    @Test func `a type per request has a check, too`() async {
        struct GetUser: RequestConvertible {
            typealias Resource = String
            var baseURL: URL { URL("https://h") }
            var endpoint: URLPath { "/users/1" }
            var method: HTTPMethod { .get }
            func validate(_ head: ResponseHead, _ data: Data) throws { if data.isEmpty { throw Plain() } }
        }
        #expect(await FixedResponse().failure(of: GetUser())?.code == .validationFailed)
        #expect(await FixedResponse(body: "a").failure(of: GetUser()) == nil)
    }

    @Test func `the error of a check shows no secret of the request`() async throws {
        struct Leak: Error, CustomStringConvertible { var description: String }
        let request = Self.api.get(.text, from: "").authenticated(with: .bearerToken("s3cr3t"))
            .adding(cookie: "session", "c00k13").validating { _, _ in throw Leak(description: "s3cr3t c00k13") }
        let error = try #require(await FixedResponse().failure(of: request))
        let shown = Shown.texts(of: error)
        #expect(!shown.contains("s3cr3t"))
        #expect(!shown.contains("c00k13"))
    }
}
