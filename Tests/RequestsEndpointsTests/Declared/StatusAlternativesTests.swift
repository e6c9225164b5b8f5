import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

private struct Repositories: RequestProviding {
    let baseURL = URL("https://repositories.example")
    let statistics = Endpoint<Int, Statistics>(.get, "/repositories/{id}/statistics")
    let file = Endpoint<Int, File>(.get, "/files/{id}")
    let count = Endpoint<Int, Count>(.get, "/counts/{id}")
    let label = Endpoint<Int, Labelled>(.get, "/labels/{id}")
    let export = Endpoint<Int, Export>(.get, "/exports/{id}")
}

private enum Statistics: StatusAlternatives, Equatable {
    case ok([Week])
    case accepted
    case noContent
}

private struct Week: Codable, Equatable { var firstDay: Date, total: Int }

private enum File: StatusAlternatives, Equatable {
    case whole(Data)
    case part(Part)
    case empty(String?)

    enum CodingKeys: String, CodingKey {
        case whole = "200"
        case part = "206"
        case empty = "203"
    }

    struct Part: Codable, Equatable {
        @HeaderValue var contentRange: String
        @BodyValue var text: [Int]
    }
}

private enum Count: StatusAlternatives, Equatable {
    case ok(Int?)
    case accepted(Week?)
}

private enum Labelled: StatusAlternatives, Equatable {
    case ok(Label?)

    struct Label: Codable, Equatable { @HeaderValue var label: String }
}

private enum Export: StatusAlternatives {
    case created(name: String, size: Int)
    case unknown
}

/// Types that aren't enums with a synthesized conformance.
private struct Mistakes: RequestProviding {
    let baseURL = URL("https://mistakes.example")
    let named = Endpoint<Void, Named>(.get, "/named")
    let raw = Endpoint<Void, Raw>(.get, "/raw")
    let list = Endpoint<Void, List>(.get, "/list")
    let nested = Endpoint<Void, Nested>(.get, "/nested")

    struct Named: StatusAlternatives { var ok: Int }
    enum Raw: String, StatusAlternatives { case ok }

    struct List: StatusAlternatives {
        init() {}
        init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
        func encode(to encoder: any Encoder) throws { var list = encoder.unkeyedContainer(); try list.encode(1) }
    }

    struct Nested: StatusAlternatives {
        enum CodingKeys: CodingKey { case ok }

        init() {}
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .ok)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeNil(forKey: .ok)
            var list = container.nestedUnkeyedContainer(forKey: .ok)
            try list.encode(1)
        }
    }
}

@Suite("Outputs with a case for each status") struct StatusAlternativesTests {
    private static let api = Repositories()
    private static let path = "/repositories/{id}/statistics"

    private static func perform<Output>(
        _ endpoint: KeyPath<Repositories, Endpoint<Int, Output>>, returning output: Output
    ) async throws -> (status: HTTPStatus, body: String, output: Output) {
        let routes = Routes(api).on(endpoint) { _ in output }
        let transport = Loopback(routes)
        let request = api.request(endpoint, 1)
        let response = try await transport.send(request.resolve())
        let body = String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
        return (response.head.status, body, try await transport.perform(request))
    }

    @Test func `the case sets the status, and its value is the body`() async throws {
        let week = Week(firstDay: Date(timeIntervalSince1970: 0), total: 3)
        let full = try await Self.perform(\.statistics, returning: .ok([week]))
        #expect(full.status == .ok && full.output == .ok([week]))
        let declared = Self.api.get(.declared(Statistics.self), from: "/repositories/1/statistics")
        let routes = Routes(Self.api).on(\.statistics) { _ in .ok([week]) }
        #expect(try await Loopback(routes).perform(declared) == .ok([week]))
        #expect(full.body == #"[{"firstDay":"1970-01-01T00:00:00Z","total":3}]"#)
    }

    @Test(arguments: [Statistics.accepted, .noContent])
    private func `a case without a value has no body`(_ output: Statistics) async throws {
        let empty = try await Self.perform(\.statistics, returning: output)
        #expect(empty.status == (output == .accepted ? .accepted : .noContent))
        #expect(empty.body == "" && empty.output == output)
    }

    @Test func `coding keys name other cases, whose values are outputs of any kind`() async throws {
        let whole = try await Self.perform(\.file, returning: .whole(Data("abc".utf8)))
        #expect(whole.status == .ok && whole.body == "abc" && whole.output == .whole(Data("abc".utf8)))
        let part = File.part(File.Part(contentRange: "bytes 0-1/3", text: [1]))
        let partial = try await Self.perform(\.file, returning: part)
        #expect(partial.status == .partialContent && partial.body == "[1]" && partial.output == part)
        for text in ["abc", nil] {
            let empty = try await Self.perform(\.file, returning: .empty(text))
            #expect(empty.status.code == 203 && empty.body == text ?? "" && empty.output == .empty(text))
        }
    }

    @Test func `an optional value is null or missing`() async throws {
        #expect(try await Self.perform(\.count, returning: .ok(3)).output == .ok(3))
        let none = try await Self.perform(\.count, returning: .ok(nil))
        #expect(none.body == "null" && none.output == .ok(nil))
        let empty = try await Self.perform(\.count, returning: .accepted(nil))
        #expect(empty.body == "null" && empty.output == .accepted(nil))
        let label = Labelled.ok(Labelled.Label(label: "a"))
        #expect(try await Self.perform(\.label, returning: label).output == label)
        let text = try await Self.perform(\.file, returning: .empty("null"))
        #expect(text.output == .empty("null"))
    }

    @Test func `a status without a case is an error that names it`() async throws {
        let transport = Stub(Self.api).on(.get, Self.path) { _ in
            TransportResponse(head: ResponseHead(status: .created))
        }
        let error = await #expect(throws: RequestError<Never>.self) {
            try await transport.perform(Self.api.request(\.statistics, 1))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "`Statistics` has no case for the response status 201 Created")
    }

    @Test func `a malformed body is an error that names its property`() async throws {
        let body = MessageBody(Data(#"[{"firstDay":"1970-01-01T00:00:00Z"}]"#.utf8))
        let transport = Stub(Self.api).on(.get, Self.path) { _ in
            TransportResponse(head: ResponseHead(status: .ok), body: body)
        }
        let error = await #expect(throws: RequestError<Never>.self) {
            try await transport.perform(Self.api.request(\.statistics, 1))
        }
        #expect(error?.code == .decodingFailed)
        #expect("\(error as Any)".contains("total"))
    }

    @Test func `a case without a status or with two values can't be sent`() async throws {
        for (output, problem) in [
            (Export.unknown, "the output's case `unknown` must have the name of a status from 200 to 299"),
            (
                Export.created(name: "a", size: 1),
                "the output's case `created` has several associated values: combine the values in one type"
            ),
        ] {
            let reports = Guarded<[String]>([])
            let routes = Routes(Self.api).on(\.export) { _ in output }
                .onUnexpectedError { error, _ in reports.withLock { $0.append("\(error)") } }
            let response = try await Loopback(routes).send(Self.api.request(\.export, 1).resolve())
            #expect(response.head.status == .internalServerError)
            #expect(reports.withLock(\.self) == [problem])
        }
    }

    @Test func `only an enum whose conformance the compiler makes can be sent`() async throws {
        let api = Mistakes()
        let reports = Guarded<[String]>([])
        let routes = Routes(api).on(\.named) { .init(ok: 1) }.on(\.raw) { .ok }.on(\.list) { .init() }
            .on(\.nested) { .init() }
            .onUnexpectedError { error, _ in reports.withLock { $0.append("\(error)") } }
        for path in ["/named", "/raw", "/list", "/nested"] {
            let response = try await Loopback(routes).send(api.get(from: .init(path)).resolve())
            #expect(response.head.status == .internalServerError)
        }
        let problem = "the output must be an enum with a synthesized conformance to Codable"
        #expect(reports.withLock(\.self) == [problem, problem, problem, problem])
        #expect(
            checkedFindings { try api.check(\.named, \.raw, \.list, \.nested) }
                == ["Named", "Raw", "List", "Nested"].map { name in
                    "`\(name.lowercased())` (GET /\(name.lowercased())): "
                        + "the output `\(name)` must be an enum, and each case must have the name of a status "
                        + "from 200 to 299"
                })
    }

    private struct Useless: RequestProviding {
        let baseURL = URL("https://useless.example")
        let status = Endpoint<Void, Statistics>(.get, "/status").status(.created)
        let failure = Endpoint<Void, String>(.get, "/failure").failures(.ok, .notFound)
    }

    @Test func `the check of an API finds statuses without an effect`() {
        #expect(
            checkedFindings { try Useless().check() } == [
                "`status` (GET /status): the cases of the output `Statistics` set the status, so `status(_:)` has no effect",
                "`failure` (GET /failure): `failures` contains 200 OK, but a failure has a status of 400 or above",
            ])
    }

    @Test func `the check of an API finds cases that can't be sent`() throws {
        #expect(
            checkedFindings { try Self.api.check() } == [
                "`export` (GET /exports/{id}): the case of `Export` for the status 201 Created has several associated "
                    + "values: combine the values in one type"
            ])
    }
}
