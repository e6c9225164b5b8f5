import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

private struct User: Codable, Equatable { var name: String }

private enum Lookup: Equatable { case found(User), missing, broken(String) }

private struct Refusal: Decodable { var reason: String }

private struct API: RequestProviding {
    typealias Failure = Refusal
    var baseURL = URL("https://h")
}

/// Responses that are decoded by their status.
@Suite("Responses by status", .timeLimit(.minutes(1)))
struct StatusCaseTests {
    private static let lookup = API().get(
        .byStatus(
            .on(200, .json(User.self), as: Lookup.found), .on(404, as: .missing),
            .on(.range(500...599), .text, as: Lookup.broken)),
        from: "/users/1")

    @Test(
        arguments: [
            (200, #"{"name":"Ada"}"#, .found(User(name: "Ada"))), (404, "<html>", .missing), (404, "", .missing),
            (500, "down", .broken("down")), (599, "", .broken("")),
        ] as [(Int, String, Lookup)])
    private func `each status has its case`(status: Int, body: String, expected: Lookup) async throws {
        let transport = FixedResponse(status: HTTPStatus(status), body: body)
        #expect(try await transport.perform(Self.lookup) == expected)
        #expect(try await transport.response(for: Self.lookup.accepting(.codes(304))).resource == expected)
        let head = ResponseHead(status: HTTPStatus(status))
        #expect(try Self.lookup.resource(from: head, Data(body.utf8)) == expected)
    }

    @Test(arguments: [201, 204, 304, 400, 499, 600])
    func `a status without a case is the usual error, even for a success`(status: Int) async throws {
        let transport = FixedResponse(status: HTTPStatus(status), body: #"{"reason":"no"}"#)
        for request in [Self.lookup, Self.lookup.accepting(.any)] {
            let error = try #require(await transport.failure(of: request))
            #expect(error.code == .unacceptableStatus)
            #expect(error.failure?.reason == "no")
            let accepted = status < 300 ? ", but the accepted statuses are: 200, 404, 500...599" : ""
            #expect(error.message == "GET https://h/users/1 returned \(HTTPStatus(status))" + accepted)
        }
    }

    @Test func `a success without a case isn't decoded as a failure`() async throws {
        let error = try #require(await FixedResponse(status: .created, body: "[]").failure(of: Self.lookup))
        #expect(
            error.message
                == "GET https://h/users/1 returned 201 Created, but the accepted statuses are: 200, 404, 500...599")
    }

    @Test func `a body that doesn't fit its case is an error with the position`() async {
        let error = await FixedResponse(body: "{}").failure(of: Self.lookup)
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.hasSuffix("could not be decoded as Lookup: `name` is missing") == true)
    }

    @Test func `the first case that matches the status is used`() async throws {
        let request = API().get(
            .byStatus(
                .on(.codes(200, 201), .json(User.self), as: Lookup.found), .on(.range(200..<300), as: .missing),
                .on(.range(503...), .text, as: Lookup.broken), .on(.any, .text) { .broken("other: " + $0) }), from: "")
        let responses = [(200, #"{"name":"A"}"#), (201, #"{"name":"B"}"#), (202, ""), (503, "x"), (502, "y")]
        var found: [Lookup] = []
        for (status, body) in responses {
            found.append(try await FixedResponse(status: HTTPStatus(status), body: body).perform(request))
        }
        #expect(
            found == [
                .found(User(name: "A")), .found(User(name: "B")), .missing, .broken("x"), .broken("other: y"),
            ])
    }

    @Test func `cases of one type need no transform`() async throws {
        let request = API().get(
            .byStatus(.on(200, .json(User?.self)), .on(404, as: nil), .on(.range(410...411), .json())), from: "")
        #expect(try await FixedResponse(body: #"{"name":"A"}"#).perform(request)?.name == "A")
        #expect(try await FixedResponse(status: 404, body: "no").perform(request) == nil)
        #expect(try await FixedResponse(status: 410).perform(request) == nil)
    }

    @Test func `a case within a case has the statuses of both`() async throws {
        let inner = ResponseDecoder<Lookup>.byStatus(.on(201, as: .missing), .on(404, as: .missing))
        let request = API().get(.byStatus(.on(.range(200..<300), inner)), from: "")
        #expect(try await FixedResponse(status: 201).perform(request) == .missing)
        for status in [200, 404] as [HTTPStatus] {
            #expect(await FixedResponse(status: status).failure(of: request)?.code == .unacceptableStatus)
        }
    }

    @Test func `the decoder alone refuses a status without a case`() {
        let error = #expect(throws: TransportError.self) {
            try Self.lookup.responseDecoder.decode(ResponseHead(status: 418), Data())
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.message == "byStatus has no case for the response status 418")
    }

    @Test func `the request accepts the media types of all cases, each once`() async throws {
        let request = API().get(
            .byStatus(
                .on(200, .json(User.self), as: Lookup.found),
                .on(400, ResponseDecoder(accept: .xml) { _, _, _ in Lookup.missing }),
                .on(500, .json(User.self), as: Lookup.found), .on(404, as: .missing)), from: "")
        try await withRawServer(responding: { _ in RawServer.ok(#"{"name":"A"}"#) }) { server in
            let decoder = request.responseDecoder
            #expect(decoder.accept == .json)
            #expect(try await URLSession.shared.perform(server.api.get(decoder, from: "/")) == .found(User(name: "A")))
            let own = server.api.get(decoder, from: "/").setting(headerField: .accept(.any))
            _ = try await URLSession.shared.perform(own)
            #expect(server.requests.map { $0["Accept"] } == [["application/json, application/xml"], ["*/*"]])
        }
        #expect(try API().get(.byStatus(.on(200, as: 1)), from: "").resolve().header[.accept] == nil)
    }

    @Test func `a type per request has cases, too`() async throws {
        struct GetUser: RequestConvertible {
            var baseURL: URL { URL("https://h") }
            var endpoint: URLPath { "/users/1" }
            var method: HTTPMethod { .get }
            var responseDecoder: ResponseDecoder<Lookup> {
                .byStatus(.on(200, .json(User.self), as: Lookup.found), .on(404, as: .missing))
            }
        }
        #expect(try await FixedResponse(status: 404).perform(GetUser()) == .missing)
        #expect(await FixedResponse(status: 201).failure(of: GetUser())?.code == .unacceptableStatus)
    }

    @Test(
        arguments: [
            (.any, [100, 200, 404, 999]), (404, [404]), (.codes(200, 304), [200, 304]),
            (.range(200...201), [200, 201]),
            (.range(500...), [500, 999]), (.range(..<200), [100]), (.success, [200, 201, 299]),
        ] as [(StatusSet, [Int])])
    func `the cases define the accepted statuses`(accepted: StatusSet, statuses: [Int]) {
        let all = [100, 200, 201, 299, 304, 404, 500, 999]
        #expect(
            all.filter { accepted.contains(HTTPStatus($0)) } == all.filter { statuses.contains($0) || accepted.isAny })
    }

    @Test(
        arguments: [
            (.any, "100...599"), (.success, "200...299"), (404, "404"), (.codes(200, 201, 404), "200...201, 404"),
            (StatusSet { $0.code == 100 || $0.code == 599 }, "100, 599"), (StatusSet { _ in false }, "none"),
            (.codes(100, 102, 104, 106, 108, 110, 112, 114), "100, 102, 104, 106, 108, 110, 112, 114"),
            (.codes(100, 102, 104, 106, 108, 110, 112, 114, 116), "100, 102, 104, 106, 108, 110, 112, 114, …"),
        ] as [(StatusSet, String)])
    func `a set of statuses is shown by its ranges`(statuses: StatusSet, text: String) {
        #expect(statuses.shown == text)
    }
}

extension StatusSet {
    fileprivate var isAny: Bool { [1, 100, 999, 5_000].allSatisfy { contains(HTTPStatus($0)) } }
}
