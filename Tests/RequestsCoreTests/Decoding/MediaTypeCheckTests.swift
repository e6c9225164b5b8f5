import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct User: Codable { var name: String }

/// The media type of a response, which matters only if the response can't be decoded.
@Suite("Media types of responses", .timeLimit(.minutes(1)))
struct MediaTypeCheckTests {
    private static let request = AnonymousProvider("https://h").get(.json(User.self), from: "/me")

    private func response(_ type: String?, _ body: String) -> FixedResponse {
        FixedResponse(header: type.map { [HeaderField(.contentType, $0)] } ?? [], body: body)
    }

    @Test(arguments: [nil, "text/plain", "text/html; charset=utf-8", "application/octet-stream", "nonsense"])
    func `JSON is accepted under any JSON media type`(type: String?) async throws {
        #expect(try await response(type, #"{"name":"Ada"}"#).perform(Self.request).name == "Ada")
    }

    @Test(
        arguments: [
            ("text/html; charset=utf-8", "<!DOCTYPE html>\r\n<html>", "is text/html", #""<!DOCTYPE html>\r\n<html>""#),
            ("TEXT/HTML", " \n\t<HTML>\u{1B}[31m", "is TEXT/HTML", #""<HTML>\u{1B}[31m""#),
            ("application/xml", "\u{FEFF}<a/>", "is application/xml", #""<a/>""#),
            (
                "text/html", "<é" + String(repeating: "x", count: 2_000), "is text/html",
                #""<\u{00E9}"# + String(repeating: "x", count: 62) + "…\""
            ),
            (nil, "<html>", "looks like a web page", #""<html>""#),
            ("application/json", "<html>", "looks like a web page", #""<html>""#),
            ("application/problem+json", "<html>", "looks like a web page", #""<html>""#),
        ] as [(String?, String, String, String)])
    func `a web page is named, with its start on one line`(
        type: String?, body: String, fact: String, start: String
    ) async throws {
        let error = try #require(await response(type, body).failure(of: Self.request))
        #expect(error.code == .decodingFailed)
        #expect(
            error.message == "the response \(fact), but JSON for User is expected: the body starts with \(start)")
        #expect(error.underlyingError is DecodingError)
        #expect(error.body == Data(body.utf8))
        #expect(error.request?.urlText == "https://h/me")
        #expect(!error.description.hasRawControls)
    }

    @Test(arguments: 0..<66) func `a page that repeats a token shows no part of it`(count: Int) async throws {
        let token = String((0..<64).map { "\(Array("abcdefghijklmnopqrstuvwxyz0123456789")[$0 * 7 % 36])" }.joined())
        let body = "<html>" + String(repeating: "x", count: count) + token
        let request = Self.request.authenticated(with: .bearerToken(token))
        let error = try #require(await response("text/html", body).failure(of: request))
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", error.message, error.localizedDescription, dumped] {
            #expect(!text.contains(token.prefix(4)))
        }
        #expect(error.message.contains("the body starts with \"<html>"))
    }

    @Test(
        arguments: [
            (
                "text/plain", "SECRET",
                "the response is text/plain, but JSON for User is expected: the data is not valid JSON: at byte 0"
            ),
            (
                "text/html", #"{"n":"SECRET"}"#,
                "the response to GET https://h/me could not be decoded as User: `name` is missing"
            ),
            (
                "text/html", #"{"name":7}"#,
                "the response to GET https://h/me could not be decoded as User: `name` is not String, but a number"
            ),
            (
                "text/plain", "7",
                "the response to GET https://h/me could not be decoded as User: the value as a whole is not an object, but a number"
            ),
            (
                "image/png", "\u{89}SECRET",
                "the response is image/png, but JSON for User is expected: the data is not valid JSON: at byte 0"
            ),
            (
                "application/json", "SECRET",
                "the response to GET https://h/me could not be decoded as User: the data is not valid JSON: at byte 0"
            ),
            (nil, "{}", "the response to GET https://h/me could not be decoded as User: `name` is missing"),
            ("text/html", "", "the body is empty, but JSON for User is expected: use User? to allow an empty body"),
        ] as [(String?, String, String)])
    func `no part of another body is shown`(type: String?, body: String, message: String) async throws {
        let error = try #require(await response(type, body).failure(of: Self.request))
        #expect(error.message == message)
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    @Test func `the check applies to optional types, transforms and cases, but not to text`() async throws {
        let page = response("text/html", "<html>")
        let requests: [Request<AnonymousProvider, String>] = [
            Self.request.receiving(.json(User?.self, as: { $0?.name ?? "" })),
            Self.request.receiving(.json(User.self, decoder: JSONDecoder(), as: \.name)),
            Self.request.receiving(.byStatus(.on(200, .json(User.self), as: \.name))),
        ]
        for request in requests {
            #expect(await page.failure(of: request)?.message.contains("the body starts with \"<html>\"") == true)
        }
        #expect(try await page.perform(Self.request.receiving(.text)) == "<html>")
    }

    @Test func `the start of a web page shows no secret of the request`() async throws {
        let request = Self.request.authenticated(with: .bearerToken("s3cr3t"))
        let error = try #require(await response("text/html", "<p>s3cr3t</p>").failure(of: request))
        #expect(!Shown.texts(of: error).contains("s3cr3t"))
    }
}
