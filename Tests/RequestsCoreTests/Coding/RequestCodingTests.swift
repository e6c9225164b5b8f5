import Foundation
import Requests
import TestSupport
import Testing

private struct Filter: Codable, Equatable {
    var createdAfter: Date
    var userID: Int
}

private struct Shop: RequestProviding {
    var baseURL = URL("https://h")
    var coding: Coding { Coding(keys: .snakeCase, dates: .secondsSince1970) }
}

/// Requests and bodies whose styles differ from those of their API.
@Suite("Coding of one request", .timeLimit(.minutes(1)))
struct RequestCodingTests {
    private static let filter = Filter(createdAfter: Date(timeIntervalSince1970: 86_400), userID: 7)
    private static let snake = "created_after=86400&user_id=7"
    private static let camel = "createdAfter=1970-01-02T00%3A00%3A00Z&userID=7"
    private static let snakeJSON = #"{"created_after":86400,"user_id":7}"#
    private static let camelJSON = #"{"createdAfter":"1970-01-02T00:00:00Z","userID":7}"#

    @Test func `by default, a request has the styles of its API`() throws {
        let request = Shop().post(.form(Self.filter), to: "/search/\(Self.filter.createdAfter)").adding(
            query: Self.filter)
        let message = try request.resolve()
        #expect(message.urlText == "https://h/search/86400?\(Self.snake)")
        #expect(try request.bodyText() == Self.snake)
    }

    @Test func `the styles of a request apply to its path, query, body and response`() async throws {
        let request = Shop().post(.form(Self.filter), to: "/search/\(Self.filter.createdAfter)").adding(
            query: Self.filter
        )
        .with(coding: .standard).receiving(.json(Filter.self))
        let message = try request.resolve()
        #expect(message.urlText == "https://h/search/1970-01-02T00%3A00%3A00Z?\(Self.camel)")
        #expect(try request.bodyText() == Self.camel)
        #expect(request.description.hasSuffix("?\(Self.camel)"))
        #expect(try await FixedResponse(body: Self.camelJSON).perform(request) == Self.filter)
        #expect(await FixedResponse(body: Self.snakeJSON).failure(of: request)?.code == .decodingFailed)
    }

    @Test func `the styles of a body leave the response to the API`() async throws {
        for body in [BodyProvider.form(Self.filter), .json(Self.filter)] {
            let request = Shop().post(body.with(coding: .standard), to: "/search").adding(query: Self.filter)
                .receiving(.json(Filter.self))
            let message = try request.resolve()
            #expect(message.urlText == "https://h/search?\(Self.snake)")
            #expect([Self.camel, Self.camelJSON].contains(try request.bodyText()))
            #expect(try await FixedResponse(body: Self.snakeJSON).perform(request) == Self.filter)
        }
        #expect(try Shop().post(.none.with(coding: .standard), to: "").resolve().body.isNone)
    }

    @Test func `the last styles of a request win, and those of its body win over them`() throws {
        let request = Shop().post(.form(Self.filter), to: "/search").with(coding: .snakeCase).with(coding: .standard)
        #expect(try request.bodyText() == Self.camel)
        #expect(try request.sending(.form(Self.filter).with(coding: Shop().coding)).bodyText() == Self.snake)
    }
}
