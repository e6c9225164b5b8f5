import Dispatch
import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Wrapped: Decodable { var error: ProblemDetails }

private struct TextAPI: RequestProviding {
    typealias Failure = String
    var baseURL = URL("https://h")
    var failureDecoder: ResponseDecoder<String> { .text }
}

private struct WrappedAPI: RequestProviding {
    typealias Failure = ProblemDetails
    var baseURL = URL("https://h")
    var failureDecoder: ResponseDecoder<ProblemDetails> { .json(Wrapped.self, as: \.error) }
}

extension RequestErrorCode {
    fileprivate static let sessionExpired = RequestErrorCode(rawValue: "sessionExpired")
}

private struct Bank: RequestProviding {
    typealias Failure = ProblemDetails
    var baseURL = URL("https://h")

    func replacement(for error: RequestError<ProblemDetails>) -> RequestError<ProblemDetails> {
        if error.code == .invalidPath { return error.replacing(message: "own: " + error.message) }
        guard error.code == .offline || error.failure?.title == "expired" else { return error }
        return error.replacing(code: .sessionExpired, userText: "Your session is over. Sign in again.")
    }
}

private struct GetBalance: RequestConvertible {
    typealias Resource = Data
    typealias Failure = ProblemDetails
    var baseURL: URL { URL("https://h") }
    var endpoint: URLPath { "/balance" }
    var method: HTTPMethod { .get }
    var failureDecoder: ResponseDecoder<ProblemDetails> { .json(Wrapped.self, as: \.error) }

    func replacement(for error: RequestError<ProblemDetails>) -> RequestError<ProblemDetails> {
        error.replacing(code: .sessionExpired)
    }
}

private struct AppError: Error, Equatable {
    var httpCode: Int
    var text: String
}

private struct Cloud: RequestProviding {
    var baseURL = URL("https://h")
    var failureDecoder: ResponseDecoder<AppError> {
        ResponseDecoder { head, data, _ in
            AppError(httpCode: head.status.code, text: String(decoding: data, as: UTF8.self))
        }
    }
}

/// The bodies of failed responses, and the errors that an API substitutes for others.
@Suite("Failure bodies", .timeLimit(.minutes(1)))
struct FailureBodyTests {
    private static let expired = FixedResponse(status: 401, body: #"{"title":"expired"}"#)

    @Test(arguments: ["broken", ""])
    func `a failure that isn't Decodable is made by the API's decoder, even without a body`(_ body: String) async {
        let error = await FixedResponse(status: 503, body: body).failure(of: Cloud().get(from: "/a"))
        #expect(error?.failure == AppError(httpCode: 503, text: body))
    }

    @Test func `the failure uses the decoder of the API`() async throws {
        let text = await FixedResponse(status: 500, body: "broken").failure(of: TextAPI().delete("/a"))
        #expect(text?.failure == "broken")
        #expect(text?.message == "DELETE https://h/a returned 500 Internal Server Error")
        let latin = FixedResponse(status: 500, header: [HeaderField(.contentType, "text/plain; charset=x")], body: "é")
        #expect(
            await latin.failure(of: TextAPI().delete("/a"))?.message.hasSuffix(
                #"the response body could not be decoded as String: this platform can't read the response's charset "x": "#
                    + "pass a different encoding to .text(encoding:), or use .data")
                == true)
        let wrapped = await FixedResponse(status: 400, body: #"{"error":{"title":"T"}}"#).failure(
            of: WrappedAPI().delete(""))
        #expect(wrapped?.failure?.title == "T")
        let empty = await FixedResponse(status: 400).failure(of: TextAPI().delete(""))
        #expect(empty?.code == .unacceptableStatus)
        #expect(empty?.failure == nil)
    }

    @Test func `a web page in place of the failure is named`() async {
        let page = FixedResponse(status: 502, header: [HeaderField(.contentType, "text/html")], body: "<html>\n")
        let error = await page.failure(of: WrappedAPI().delete("/a"))
        #expect(error?.failure == nil)
        #expect(
            error?.message
                == "DELETE https://h/a returned 502 Bad Gateway; the response body could not be decoded as ProblemDetails: "
                + #"the response is text/html, but JSON for Wrapped is expected: the body starts with "<html>\n""#)
    }

    @Test func `the body of an error is decoded once more`() async throws {
        let error = try #require(await Self.expired.failure(of: TextAPI().delete("")))
        #expect(try error.decodeBody(.json(ProblemDetails.self)).title == "expired")
        #expect(try (error as any AnyRequestError).decodeBody(.text) == #"{"title":"expired"}"#)
        let misfit = #expect(throws: TransportError.self) { try error.decodeBody(.json([Int].self)) }
        #expect(misfit?.code == .decodingFailed)
        #expect(misfit?.message.hasPrefix("the body could not be decoded as Array<Int>: ") == true)
        #expect(misfit?.head?.status == 401)
        let none = #expect(throws: TransportError.self) {
            try TransportError(code: .offline, message: "").decodeBody(.data)
        }
        #expect(none?.code == .emptyBody)
    }

    enum Way: CaseIterable { case value, response, events, download, callback, noTransport }

    /// Sends a request in one of the ways, and returns its error.
    private func failure(_ way: Way, _ file: URL) async -> RequestError<ProblemDetails>? {
        let (request, transport) = (Bank().get(.json(Int.self), from: "/a"), Self.expired)
        do throws(RequestError<ProblemDetails>) {
            switch way {
            case .value: _ = try await transport.perform(request)
            case .response: _ = try await transport.response(for: request)
            case .events: for try await _ in transport.events(of: request) {}
            case .download: try await transport.download(request, to: file)
            case .callback:
                _ = try await withCheckedContinuation { continuation in
                    _ = transport.perform(request, callbackQueue: .global()) { continuation.resume(returning: $0) }
                }
                .get()
            case .noTransport:
                _ = try request.resource(from: ResponseHead(status: 401), Data(#"{"title":"expired"}"#.utf8))
            }
            return nil
        } catch { return error }
    }

    @Test(arguments: Way.allCases) func `an error is replaced, whichever way the request is sent`(way: Way) async {
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        let error = await failure(way, file)
        #expect(error?.code == .sessionExpired)
        #expect(error?.localizedDescription == "Your session is over. Sign in again.")
        #expect(error?.failureReason == nil)
        #expect(error?.recoverySuggestion == nil)
        #expect(error?.failure?.title == "expired")
        #expect(error?.head?.status == 401)
        #expect(error?.body.isEmpty == false)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `errors without a response are replaced, too`() async throws {
        let offline = await FixedResponse(throwing: TransportError(code: .offline, message: "m"))
            .failure(of: Bank().delete("/a"))
        #expect(offline?.code == .sessionExpired)
        #expect(offline?.message == "m")
        #expect(offline?.request?.urlText == "https://h/a")
        let unsent = try #require(await Self.expired.failure(of: Bank().delete("/\("")")))
        #expect(unsent.code == .invalidPath)
        #expect(unsent.message.hasPrefix("own: "))
        #expect(!unsent.message.hasPrefix("own: own: "))
        #expect(unsent.description.contains("which was not sent"))
        let other = await FixedResponse(status: 401, body: "{}").failure(of: Bank().delete("/a"))
        #expect(other?.code == .unacceptableStatus)
    }

    @Test func `a type per request has the failure and the replaced error, too`() async {
        let error = await FixedResponse(status: 400, body: #"{"error":{"title":"T"}}"#).failure(of: GetBalance())
        #expect(error?.code == .sessionExpired)
        #expect(error?.failure?.title == "T")
        #expect(error?.localizedDescription.hasPrefix("The request failed.") == true)
    }

    @Test func `a custom text for the user replaces the details of the error`() {
        let error = TransportError(code: .offline, message: "m", userText: "Später.")
        #expect(error.userText == "Später.")
        #expect((error as any Error).localizedDescription == "Später.")
        #expect(error.replacing(message: "n").userText == "Später.")
        #expect(error.replacing(message: "n").message == "n")
        #expect(error.description == "offline: m")
    }
}
