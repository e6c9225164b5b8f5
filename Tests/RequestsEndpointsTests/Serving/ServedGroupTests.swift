import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Groups of values with separate places, in both directions.
@Suite("Groups over loopback", .timeLimit(.minutes(1))) struct ServedGroupTests {
    private let api = GroupAPI()

    private var transport: some Transport {
        Loopback(
            Routes(api).on(\.read) { "\($0)" }.on(\.write) { "\($0)" }.on(\.readMaybe) { "\($0)" }
                .on(\.writeMaybe) { "\($0)" })
    }

    @Test func `a group is read as it was written`() async throws {
        let input = GroupInput(page: GroupPage(number: 2, size: 10, traceID: "t1"), name: "tea")
        let read = try await transport.perform(api.request(\.read, input))
        #expect(read == "\(input)")
        let written = try await transport.perform(api.request(\.write, input))
        #expect(written == "\(input)")
    }

    @Test(arguments: [GroupPage(number: 2, size: nil, traceID: "t1"), GroupPage(number: 0, size: 1, traceID: nil), nil])
    func `an optional group is read as it was written`(page: GroupPage?) async throws {
        let input = MaybeGroupInput(page: page, name: "tea")
        let read = try await transport.perform(api.request(\.readMaybe, input))
        #expect(read == "\(input)")
        let written = try await transport.perform(api.request(\.writeMaybe, input))
        #expect(written == "\(input)")
    }

    @Test func `an invalid value in an optional group is an error, not a missing group`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(
                api.get(.text, from: "/maybe").adding(query: "name", "tea").adding(query: "number", "two"))
        }
        #expect(error?.head?.status == .badRequest)
        #expect(error.map { String(decoding: $0.body, as: UTF8.self) }?.contains("number") == true)
    }

    @Test func `a body that is a single file is refused because the file has no name in a form`() throws {
        let file = FileValue(Data("a,b".utf8), fileName: "a.csv", contentType: "text/csv")
        let error = #expect(throws: TransportError.self) { try api.request(\.upload, file).resolve() }
        #expect(error?.code == .bodyEncodingFailed)
        #expect(error?.message.contains("put the file in a property") == true)
    }
}

private struct GroupAPI: RequestProviding {
    var baseURL: URL { URL("https://groups.example") }

    @GET("/groups") var read: Endpoint<GroupInput, String>
    @POST("/groups") var write: Endpoint<GroupInput, String>
    @GET("/maybe") var readMaybe: Endpoint<MaybeGroupInput, String>
    @POST("/maybe") var writeMaybe: Endpoint<MaybeGroupInput, String>
    let upload = Endpoint<FileValue, String>(.post, "/files").body(.multipart)
}

struct GroupPage: Codable, Sendable, Equatable {
    var number: Int
    var size: Int?
    @HeaderValue var traceID: String?
}

private struct GroupInput: Codable, Sendable {
    @ResponseGroup var page: GroupPage
    var name: String
}

private struct MaybeGroupInput: Codable, Sendable {
    @ResponseGroup var page: GroupPage?
    var name: String
}
