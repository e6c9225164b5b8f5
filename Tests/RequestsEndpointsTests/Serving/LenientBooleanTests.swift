import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Booleans on a server", .timeLimit(.minutes(1))) struct LenientBooleanTests {
    private static func status(
        of text: String, in place: String, _ coding: Coding, as wanted: Bool = true
    ) async throws -> HTTPStatus {
        let api = SwitchAPI(coding: coding)
        let routes = Routes(api)
            .on(\.path) { if $0.isOn != wanted { throw ServingError(.conflict, "") } }
            .on(\.query) { if $0.isOn != wanted || $0.others != [wanted] { throw ServingError(.conflict, "") } }
            .on(\.fields) { if $0.isOn != wanted || $0.isSeen != wanted { throw ServingError(.conflict, "") } }
            .on(\.form) { if $0.isOn != wanted { throw ServingError(.conflict, "") } }
        let request =
            switch place {
            case "path": IncomingRequest(method: .get, target: "/\(text)")
            case "query": IncomingRequest(method: .get, target: "/query/1?isOn=\(text)&others=\(text)")
            case "fields":
                IncomingRequest(
                    method: .get, target: "/fields/1", header: ["Is-On": "\(text)", "Cookie": "isSeen=\(text)"])
            default:
                IncomingRequest(
                    method: .post, target: "/form", header: ["Content-Type": "application/x-www-form-urlencoded"],
                    body: MessageBody(Data("isOn=\(text)".utf8)))
            }
        return await routes.respond(to: request).head.status
    }

    @Test(arguments: ["path", "query", "fields", "form"])
    func `booleans are strict unless the coding is lenient`(place: String) async throws {
        let lenient = Coding(lenientBooleans: true)
        for text in ["true", "1"] {
            #expect(try await Self.status(of: text, in: place, .standard) == .noContent)
            #expect(try await Self.status(of: text, in: place, lenient) == .noContent)
        }
        for text in ["t", "T", "yes", "YES", "y", "True", "on"] {
            #expect(try await Self.status(of: text, in: place, .standard) == .badRequest)
            #expect(try await Self.status(of: text, in: place, lenient) == .noContent)
        }
        for text in ["f", "No", "n", "OFF", "0", "false"] {
            #expect(try await Self.status(of: text, in: place, lenient, as: false) == .noContent)
        }
        #expect(try await Self.status(of: "maybe", in: place, lenient) == .badRequest)
    }
}

private struct SwitchAPI: RequestProviding {
    var baseURL = URL("https://switch.example")
    var coding: Coding

    @GET("/{isOn}") var path: Endpoint<SwitchPath, Void>
    @GET("/query/{id}") var query: Endpoint<SwitchQuery, Void>
    @GET("/fields/{id}") var fields: Endpoint<SwitchFields, Void>
    let form = Endpoint<SwitchPath, Void>(.post, "/form").body(.form)

    init(coding: Coding) { self.coding = coding }
}

private struct SwitchPath: Codable { var isOn: Bool }

private struct SwitchQuery: Codable {
    var id: Int
    var isOn: Bool
    var others: [Bool]
}

private struct SwitchFields: Codable {
    var id: Int
    @HeaderValue var isOn: Bool
    @CookieValue var isSeen: Bool?
}
