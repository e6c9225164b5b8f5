import Foundation
import Requests
import RequestsEndpoints

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
}
