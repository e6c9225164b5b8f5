import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import RequestsTesting

/// The samples of the page for code that uses a client of swift-openapi-generator.
enum OpenAPIGeneratorMigration {
    /// The part of the generated types that the samples use.
    enum Components {
        enum Schemas {
            struct Greeting: Codable, Hashable, Sendable {
                var message: String
            }
        }
    }

    struct GreetingAPI: RequestProviding {
        let baseURL: URL
        let getGreeting = Endpoint<Name, Components.Schemas.Greeting>(.get, "/greet")
    }

    struct Name: Codable {
        var name: String?
    }

    static func greet(_ api: GreetingAPI, _ session: some Transport) async throws -> String {
        let greeting = try await session.perform(
            api.request(\.getGreeting, Name(name: "CLI")))
        print(greeting.message)
        return greeting.message
    }

    enum Lookup: Equatable {
        case found(Components.Schemas.Greeting)
        case missing
    }

    static func lookUp(_ api: GreetingAPI, _ session: some Transport) async throws -> Lookup {
        let lookup = try await session.perform(
            api.get(
                .byStatus(
                    .on(200, .json(Components.Schemas.Greeting.self), as: Lookup.found),
                    .on(404, as: .missing)),
                from: "/greet"))
        return lookup
    }

    static func check(_ api: GreetingAPI, _ file: URL) throws {
        let document = try OpenAPI(contentsOf: file)
        try api.check(against: document)  // throws a list of the differences
    }

    static func stub(_ api: GreetingAPI) -> Stub<GreetingAPI> {
        let stub = Stub(api)
            .on(\.getGreeting) { input in
                .init(message: "Hello, \(input.name ?? "Stranger")!")
            }
        return stub
    }
}
