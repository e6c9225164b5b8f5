import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

private struct Loans: RequestProviding {
    typealias Failure = Problem

    let baseURL = URL("https://loans.example")
    let lend = Endpoint<Int, String>(.post, "/loans/{id}").failures(.conflict, as: AlreadyLent.self)
        .failures(.notFound, .gone).failures(.forbidden, .tooManyRequests, as: Refused.self)
    let list = Endpoint<Void, String>(.get, "/loans")
}

private struct Problem: Codable, HTTPStatusConvertible {
    var reason: String
    var status = 404

    var responseStatus: HTTPStatus { HTTPStatus(status) }
}

private struct AlreadyLent: Codable, Error, Equatable {
    var dueDay: Int
}

private struct Refused: Codable, HTTPStatusConvertible, Equatable {
    var limit: Int

    var responseStatus: HTTPStatus { limit > 0 ? .tooManyRequests : .badGateway }
}

/// The errors that routes report.
private final class Reports: Sendable {
    private let state = Guarded<[String]>([])

    var texts: [String] { state.withLock(\.self) }

    func add(_ error: any Error) { state.withLock { $0.append("\(error)") } }
}

@Suite("Declared failures") struct DeclaredFailureTests {
    private static func error(
        _ thrown: any Error, noting reports: Reports = Reports()
    ) async throws -> RequestError<Problem> {
        let routes = Routes(Loans()).on(\.lend) { _ in throw thrown }.on(\.list) { throw thrown }
            .onUnexpectedError { error, _ in reports.add(error) }
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await Loopback(routes).perform(Loans().request(\.lend, 1))
        }
        return try #require(error)
    }

    @Test func `a thrown body is sent with its declared status, and decoded by the client`() async throws {
        let reports = Reports()
        let error = try await Self.error(AlreadyLent(dueDay: 5), noting: reports)
        #expect(error.head?.status == .conflict)
        #expect(error.head?.header[.contentType] == "application/json")
        let lent = try error.decodeBody(.json(AlreadyLent.self), coding: Loans().coding)
        #expect(lent == AlreadyLent(dueDay: 5))
        let body = "the endpoint declares the response body as AlreadyLent: decode the body with `decodeBody`"
        #expect(error.message == "POST https://loans.example/loans/1 returned 409 Conflict; \(body)")
        #expect(reports.texts == [])
    }

    @Test(arguments: [
        (3, HTTPStatus.tooManyRequests, []),
        (
            0, .badGateway,
            ["`POST /loans/{id}` doesn't declare the status 502 Bad Gateway: add the status to `failures`"]
        ),
    ])
    func `a body with several statuses chooses one of them`(
        _ limit: Int, _ status: HTTPStatus, _ texts: [String]
    ) async throws {
        let reports = Reports()
        let error = try await Self.error(Refused(limit: limit), noting: reports)
        #expect(error.head?.status == status)
        #expect(try error.decodeBody(.json(Refused.self), coding: Loans().coding) == Refused(limit: limit))
        #expect(reports.texts == texts)
    }

    @Test func `a stub sends the same response as a server`() async throws {
        let stub = Stub(Loans()).on(\.lend) { _ in throw AlreadyLent(dueDay: 5) }
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await stub.perform(Loans().request(\.lend, 1))
        }
        #expect(error?.head?.status == .conflict)
        #expect(error?.body == Data(#"{"dueDay":5}"#.utf8))
    }

    @Test func `the API's failure has a declared status, too`() async throws {
        let reports = Reports()
        for status in [404, 410] {
            let error = try await Self.error(Problem(reason: "missing", status: status), noting: reports)
            #expect(error.failure?.reason == "missing" && error.head?.status.code == status)
        }
        #expect(reports.texts == [])
    }

    @Test func `an undeclared status is sent, and reported`() async throws {
        let reports = Reports()
        for thrown in [Problem(reason: "teapot", status: 418), ServingError(.init(418), "teapot")] as [any Error] {
            let error = try await Self.error(thrown, noting: reports)
            #expect(error.head?.status.code == 418)
        }
        let text = "`POST /loans/{id}` doesn't declare the status 418: add the status to `failures`"
        #expect(reports.texts == [text, text])
    }

    @Test func `a body that another endpoint declares is an unexpected error`() async throws {
        let reports = Reports()
        let routes = Routes(Loans()).on(\.list) { throw AlreadyLent(dueDay: 5) }
            .onUnexpectedError { error, _ in reports.add(error) }
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await Loopback(routes).perform(Loans().request(\.list))
        }
        #expect(error?.head?.status == .internalServerError)
        #expect(reports.texts == ["AlreadyLent(dueDay: 5)"])
    }
}
