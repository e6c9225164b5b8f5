import Foundation
import Requests

/// The samples of the page for code that uses Get.
enum GetMigration {
    struct Repo: Codable, Equatable {
        let name: String
    }

    struct Hub: RequestProviding {
        static let live = Hub(baseURL: URL("https://api.github.com"))
        let baseURL: URL
    }

    static func repos(_ hub: Hub, _ session: some Transport, login: String, page: Int) async throws -> [Repo] {
        let repos = try await session.perform(
            hub.get(.json([Repo].self), from: "/users/\(login)/repos")
                .adding(query: "page", page))
        return repos
    }
}
