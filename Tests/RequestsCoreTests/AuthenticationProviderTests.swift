import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Locked: Error, CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    let password: String
    var description: String { "the keychain refused \(password)" }
    var debugDescription: String { description }
    var errorDescription: String? { description }
}

struct AuthenticationProviderTests {
    private static let plain = AnonymousProvider("https://h").get(.none, from: "/n?a=1").adding(query: "b", 2)

    @Test(arguments: [
        (AuthenticationProvider.none, "GET /n?a=1&b=2 HTTP/1.1\nHost: h\n\n"),
        // RFC 7617, section 2 and section 2.1.
        (
            .basic(user: "Aladdin", password: "open sesame"),
            "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\n\n"
        ),
        (
            .basic(user: "test", password: "123£"),
            "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nAuthorization: Basic dGVzdDoxMjPCow==\n\n"
        ),
        (.basic(user: "ü", password: ""), "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nAuthorization: Basic w7w6\n\n"),
        (.basic(user: "", password: "a:b"), "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nAuthorization: Basic OmE6Yg==\n\n"),
        // RFC 6749, section 2.3.1: a%20b:p%2Bq%3A%25%C3%BC.
        (
            .clientSecret(id: "a b", secret: "p+q:%ü"),
            "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nAuthorization: Basic YSUyMGI6cCUyQnElM0ElMjUlQzMlQkM=\n\n"
        ),
        (
            .bearerToken("mF_9.B5f-4.1JqM"),
            "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nAuthorization: Bearer mF_9.B5f-4.1JqM\n\n"
        ),
        (.bearerToken("aZ09-._~+/=="), "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nAuthorization: Bearer aZ09-._~+/==\n\n"),
        (.apiKey("k 1", inHeader: "X-Key"), "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nX-Key: k 1\n\n"),
        (.apiKey("k+/=", inQuery: "the key"), "GET /n?a=1&b=2&the%20key=k%2B%2F%3D HTTP/1.1\nHost: h\n\n"),
        (
            AuthenticationProvider { $0.header["X-Sum"] = "\($0.urlText.utf8.count)" },
            "GET /n?a=1&b=2 HTTP/1.1\nHost: h\nX-Sum: 19\n\n"
        ),
    ])
    func `credentials are written to the wire`(provider: AuthenticationProvider, wire: String) throws {
        #expect(try Self.plain.authenticated(with: provider).wire() == wire)
    }

    @Test(arguments: [
        (
            AuthenticationProvider.basic(user: "a:SECRET", password: "SECRET"),
            "the user name contains a colon, which Basic authentication doesn't allow (RFC 7617, section 2)"
        ),
        (
            .basic(user: "a", password: "SECRET\n"),
            "the user name or password contains a control character, which Basic authentication doesn't allow (RFC 7617, section 2)"
        ),
        (.bearerToken(""), "the bearer token is empty"),
    ])
    func `credentials that can't be written are an error`(provider: AuthenticationProvider, message: String) throws {
        let error = try #require(Self.plain.authenticated(with: provider).resolutionError())
        #expect(error.code == .invalidCredentials)
        #expect(error.message == message)
        #expect(!Shown.texts(of: error).contains("SECRET"))
        #expect(!Shown.texts(of: provider).contains("SECRET"))
    }

    @Test(arguments: [
        "a b", "SECRET ", " SECRET", "töken", "SECRET,SECRET", "SECRET\r\nX: 1", "SEC\0RET", "=", "a=b",
        "Bearer SECRET", "\"a\"",
        "a:b", "日本", "a\u{301}",
    ])
    func `a bearer token that isn't a token68 is an error`(token: String) throws {
        let provider = AuthenticationProvider.bearerToken(token)
        let error = try #require(Self.plain.authenticated(with: provider).resolutionError())
        #expect(error.code == .invalidCredentials)
        #expect(!Shown.texts(of: error).contains("SECRET") && !Shown.texts(of: error).hasRawControls)
    }

    @Test func `credentials replace a field of their name, in its place`() throws {
        let request = Self.plain.adding(headerField: "authorization", "mine").adding(headerField: "X-A", 1)
            .adding(headerField: "AUTHORIZATION", "mine too")
        #expect(try request.resolve().header[values: "Authorization"] == ["mine", "mine too"])
        let header = try request.authenticated(with: .bearerToken("t")).resolve().header
        #expect(header[values: "Authorization"] == ["Bearer t"])
        #expect(header.map(\.name) == ["Authorization", "X-A"])
    }

    @Test func `credentials come after the body and before the hooks`() throws {
        let request = AnonymousProvider("https://h").post(.text("hi"), to: "")
            .adapting { $0.header["X-Order"]? += ", hook" }
            .authenticated(
                with: AuthenticationProvider { message in
                    message.header["X-Order"] = "\(message.body), credentials"
                }
            )
        #expect(try request.resolve().header["X-Order"] == "2 bytes, credentials, hook")
    }

    @Test func `fields and items of a custom provider become sensitive`() throws {
        let provider = AuthenticationProvider { message in
            message.header["X-Mac"] = "SECRET1"
            message.header.append(HeaderField("X-Tag", "SECRET2"))
            message.header["X-Old"]? += "SECRET3"
            try message.add(QueryItem("mac", "SECRET4 ä"))
            message.urlText += "&raw=SECRET5"
        }
        let message = try Self.plain.adding(headerField: "X-Tag", "shown").adding(headerField: "X-Old", "old")
            .authenticated(with: provider).resolve()
        #expect(message.description == "GET https://h/n?a=1&b=2&mac=<redacted>&raw=<redacted>")
        #expect(
            message.header.map(\.description) == [
                "X-Tag: shown", "X-Old: <redacted>", "X-Mac: <redacted>", "X-Tag: <redacted>",
            ]
        )
        #expect(!Shown.texts(of: message).contains("SECRET"))
        #expect(message.wireFormat(revealingSecrets: true).contains("&mac=SECRET4%20%C3%A4&raw=SECRET5"))
    }

    @Test func `values that a provider adds are sensitive, even if another item has the same value`() throws {
        let provider = AuthenticationProvider { try $0.add(QueryItem("mac", "SECRET")) }
        let message = try Self.plain.adding(query: "id", "SECRET").authenticated(with: provider).resolve()
        #expect(message.description == "GET https://h/n?a=1&b=2&id=<redacted>&mac=<redacted>")
    }

    @Test func `an error of a provider is shown only by its type, and is available to code`() throws {
        let provider = AuthenticationProvider { _ in throw Locked(password: "SECRET") }
        let error = try #require(Self.plain.authenticated(with: provider).resolutionError())
        #expect(error.code == .authenticationFailed)
        #expect(error.message == "the authentication provider threw an error of type Locked")
        #expect(
            error.description == """
                authenticationFailed: the authentication provider threw an error of type Locked
                  request: GET /n?a=1 at https://h, which was not sent
                """
        )
        #expect((error.underlyingError as? Locked)?.password == "SECRET")
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    @Test func `a RequestError of a provider keeps its code`() throws {
        let provider = AuthenticationProvider { _ in throw TransportError(code: .offline, message: "no token server") }
        let error = try #require(Self.plain.authenticated(with: provider).resolutionError())
        #expect(error.code == .offline)
        #expect(error.message == "no token server")
    }

    @Test(arguments: [
        (AuthenticationProvider.none, "none"), (.basic(user: "u", password: "SECRET"), "the field Authorization"),
        (.bearerToken("SECRET"), "the field Authorization"), (.apiKey("SECRET", inHeader: "X-Key"), "the field X-Key"),
        (.apiKey("SECRET", inQuery: "key"), "the query item key"), (AuthenticationProvider { _ in }, "custom"),
    ])
    func `a provider reports its kind`(provider: AuthenticationProvider, description: String) {
        #expect(provider.description == description)
        #expect(!Shown.texts(of: provider).contains("SECRET"))
    }
}
