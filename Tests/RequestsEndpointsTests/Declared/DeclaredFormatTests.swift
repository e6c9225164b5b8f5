import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct User: Codable, Sendable, Equatable { var name: String }

private struct Declared: Decodable, Sendable {
    @HeaderValue var link: String?
    @BodyValue var user: User?
    @ErrorBody var failure: User?
    @ResponseStatus var status: Int
    var name: String?
    var userID: Int?
}

private struct HeaderOnly: Decodable, Sendable { @HeaderValue var link: String? }

/// Declared responses whose body isn't plain JSON.
@Suite("Formats and envelopes of declared responses", .timeLimit(.minutes(1)))
struct DeclaredFormatTests {
    private static func decode<Response: Decodable & Sendable>(
        _ type: Response.Type, _ status: HTTPStatus, _ body: String, _ format: BodyFormat = .json
    ) throws -> Response {
        try ResponseDecoder.declared(type, body: format).decode(ResponseHead(status: status), Data(body.utf8))
    }

    // MARK: Forms

    @Test func `a form decodes to plain properties, a whole value, and a failure`() throws {
        let success = try Self.decode(Declared.self, .ok, "name=Ada+L&userID=7", .form)
        #expect(success.name == "Ada L" && success.userID == 7 && success.user == User(name: "Ada L"))
        #expect(success.failure == nil)
        let failure = try Self.decode(Declared.self, .notFound, "name=gone", .form)
        #expect(failure.failure == User(name: "gone") && failure.name == nil && failure.status == 404)
        #expect(try Self.decode(Declared.self, .ok, "", .form).name == nil)
        let asked = try AnonymousProvider("https://h").get(.declared(Declared.self, body: .form), from: "").resolve()
        #expect(asked.header[.accept] == "application/x-www-form-urlencoded")
    }

    @Test func `a web page in place of a form is rejected`() async throws {
        let request = AnonymousProvider("https://h").get(.declared(Declared.self, body: .form), from: "")
        for header: HeaderFields in [[], [HeaderField(.contentType, "text/html")]] {
            let error = await FixedResponse(header: header, body: "<html>").failure(of: request)
            #expect(error?.code == .decodingFailed)
            #expect(
                error?.message.hasSuffix(#"but a form for Declared is expected: the body starts with "<html>""#) == true
            )
        }
    }

    // MARK: Envelopes

    private struct Refused: Error {}
    private struct Status: Decodable { var success: Bool }

    private struct Shop: RequestProviding {
        var baseURL = URL("https://h")
        var envelope = Envelope(Status.self, content: "data") { if !$0.success { throw Refused() } }
        var coding: Coding { .snakeCase }
    }

    private static func perform<Response: Decodable & Sendable>(
        _ type: Response.Type, _ body: String, status: HTTPStatus = .ok, shop: Shop = Shop()
    ) async throws -> Response {
        try await FixedResponse(status: status, body: body).perform(shop.get(.declared(type), from: ""))
    }

    @Test func `properties of the body are decoded from inside the envelope`() async throws {
        let response = try await Self.perform(Declared.self, #"{"success":true,"data":{"name":"Ada","user_id":7}}"#)
        #expect(response.name == "Ada" && response.user == User(name: "Ada") && response.userID == 7)
        for body in [#"{"success":true}"#, #"{"success":true,"data":null}"#] {
            let empty = try await Self.perform(Declared.self, body)
            #expect(empty.name == nil && empty.user == nil && empty.status == 200)
        }
        let failure = try await Self.perform(Declared.self, #"{"name":"raw"}"#, status: .notFound)
        #expect(failure.failure == User(name: "raw"))
        let plain = try await FixedResponse(body: #"{"name":"raw"}"#)
            .perform(Shop().get(.declared(Declared.self).withoutEnvelope, from: ""))
        #expect(plain.name == "raw")
    }

    @Test func `a failed check is an error, whichever decoder is used`() async throws {
        for body in [#"{"success":false,"data":{"name":"Ada"}}"#, #"{"success":false}"#] {
            for error in [
                await FixedResponse(body: body).failure(of: Shop().get(.declared(Declared.self), from: "")),
                await FixedResponse(body: body).failure(of: Shop().get(.declared(HeaderOnly.self), from: "")),
            ] {
                #expect(error?.code == .validationFailed)
                #expect(error?.underlyingError is Refused)
            }
        }
        for body in ["<html>", "{}", "[]"] {
            let error = await FixedResponse(body: body).failure(of: Shop().get(.declared(HeaderOnly.self), from: ""))
            #expect(error?.code == .decodingFailed)
        }
        #expect(try await Self.perform(HeaderOnly.self, "").link == nil)
        let unchecked = Shop(envelope: Envelope(content: "data"))
        #expect(try await Self.perform(HeaderOnly.self, "<html>", shop: unchecked).link == nil)
    }

    private struct Needed: Decodable, Sendable { var name: String }

    @Test func `a member that is missing in an envelope is an error that says so`() async throws {
        func message(_ body: String) async -> String? {
            await FixedResponse(body: body).failure(of: Shop().get(.declared(Needed.self), from: ""))?.message
        }
        #expect(
            await message(#"{"success":true}"#)
                == "the envelope contains no value, but `name` is expected: make `name` optional")
        #expect(await message(#"{"success":true,"data":{}}"#)?.hasSuffix("`data.name` is missing") == true)
    }

    @Test func `an envelope applies only to its own format`() async throws {
        let shop = Shop(envelope: Envelope(Status.self, in: .form) { if !$0.success { throw Refused() } })
        let plain = try await FixedResponse(body: #"{"name":"a"}"#).perform(shop.get(.json(User.self), from: ""))
        #expect(plain.name == "a")
        let form = shop.get(.decoded(User.self, from: .form), from: "")
        #expect(try await FixedResponse(body: "success=true&name=a").perform(form).name == "a")
        let declared = shop.get(.declared(Declared.self, body: .form), from: "")
        #expect(try await FixedResponse(body: "success=true&name=a").perform(declared).name == "a")
        #expect(await FixedResponse(body: "success=false&name=a").failure(of: form)?.code == .validationFailed)
        #expect(
            await FixedResponse(body: "success=false&name=a").failure(of: shop.delete(""))?.code == .validationFailed)
    }
}
