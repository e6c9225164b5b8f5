import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

private struct SignUp: Codable, Equatable, Sendable {
    var name = "Ada L."; var tags = ["a", "b+c"]; var at: [Int: Bool] = [1: true]
}
private struct Token: Codable, Equatable, Sendable { var accessToken: String; var expiresIn: Int? }

/// Forms as bodies and as responses.
struct BodyProviderFormTests {
    @Test func `a form sets its media type and uses the coding of the API`() throws {
        let api = AnonymousProvider(
            "https://h", coding: Coding(keys: .snakeCase, arrays: .brackets, spacesAsPlus: true))
        let message = try api.post(.form(["a b": [1, 2]]), to: "/n").resolve()
        #expect(message.header.map(\.description) == ["Content-Type: application/x-www-form-urlencoded"])
        guard case .data(let data) = message.body else { throw Failure() }
        #expect(String(decoding: data, as: UTF8.self) == "a+b%5B%5D=1&a+b%5B%5D=2")
        #expect(try api.get(from: "/n").adding(query: "q", "a b").resolve().urlText == "https://h/n?q=a%20b")
    }

    private struct Failure: Error {}

    @Test func `a value that a form can't express is an error that names it`() throws {
        let request = AnonymousProvider("https://h").post(.form(["tags": [String]()]), to: "/n")
        let error = try #require(request.resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(
            error.message
                == "the value of `tags` is empty, so nothing is written, and the value would be read as missing: "
                + "make the type optional, and use nil instead"
        )
        let secret = AnonymousProvider("https://h").post(.form(["pin": ["SECRET,1"]]), to: "/n")
        let comma = AnonymousProvider("https://h", coding: Coding(arrays: .commaSeparated))
        #expect(secret.resolutionError() == nil)
        let refused = try #require(comma.post(.form(["pin": ["SECRET,1"]]), to: "/n").resolutionError())
        #expect(!Shown.texts(of: refused).contains("SECRET"))
    }

    @Test(.timeLimit(.minutes(1))) func `a form is sent and received over the wire`() async throws {
        try await withRawServer(responding: {
            RawServer.ok($0.bodyText, contentType: "application/x-www-form-urlencoded")
        }) {
            server in
            let read = try await URLSession.shared.perform(
                server.api.post(.form(SignUp()), to: "/signup").receiving(.decoded(SignUp.self, from: .form))
            )
            #expect(read == SignUp())
            let request = try #require(server.requests.first)
            #expect(request["Content-Type"] == ["application/x-www-form-urlencoded"])
            #expect(request.bodyText == "name=Ada%20L.&tags=a&tags=b%2Bc&at%5B1%5D=true")
            #expect(request["Content-Length"] == ["\(request.body.count)"])
        }
    }

    @Test func `a response is a form by the coding of the API`() throws {
        let head = ResponseHead(status: .ok)
        let data = Data("access_token=a+b%2B&expires_in=60&scope=x".utf8)
        let decoder = ResponseDecoder.decoded(Token.self, from: .form)
        #expect(try decoder.decode(head, data, coding: .snakeCase) == Token(accessToken: "a b+", expiresIn: 60))
        #expect(
            try ResponseDecoder.decoded(Token.self, from: .form, as: \.accessToken).decode(
                head, data, coding: .snakeCase) == "a b+")
        #expect(decoder.accept?.rawValue == "application/x-www-form-urlencoded")
        let request = AnonymousProvider("https://h").get(.decoded(Token?.self, from: .form), from: "")
        #expect(try request.resolve().header["Accept"] == "application/x-www-form-urlencoded")
    }

    @Test func `an empty body is nil, or a form without values if the type requires none`() throws {
        let head = ResponseHead(status: .ok)
        #expect(try ResponseDecoder.decoded(Token?.self, from: .form).decode(head, Data()) == nil)
        #expect(try ResponseDecoder.decoded([String: Int].self, from: .form).decode(head, Data()) == [:])
        let error = #expect(throws: TransportError.self) {
            try ResponseDecoder.decoded(Token.self, from: .form).decode(head, Data())
        }
        #expect(error?.code == .emptyBody)
        #expect(
            error?.message == "the body is empty, but a form for Token is expected: use Token? to allow an empty body")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("a=1", "`accessToken` is missing"),
            ("accessToken=1&accessToken=2", "`accessToken` has 2 values, but only one is expected"),
            ("accessToken=%FF", "`accessToken` is not UTF-8"), ("accessToken[x]=SECRET", "`accessToken` is not String"),
            ("accessToken=x&expiresIn=SECRET", "`expiresIn` is not Int"),
            ("accessToken=x&expiresIn=99999999999999999999", "`expiresIn` is out of range for Int"),
        ])
    func `a form that doesn't fit is an error with the path`(text: String, message: String) async throws {
        let request = AnonymousProvider("https://h").get(.decoded(Token.self, from: .form), from: "/u")
        let error = try #require(
            await #expect(throws: TransportError.self) { try await FixedResponse(body: text).perform(request) }
        )
        #expect(error.code == .decodingFailed)
        #expect(error.message == "the response to GET https://h/u could not be decoded as Token: \(message)")
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }
}
