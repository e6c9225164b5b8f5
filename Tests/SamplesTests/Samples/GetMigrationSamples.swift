import Foundation
import Requests

struct Repo: Codable, Equatable {
    let name: String
}

struct Hub: RequestProviding {
    static let live = Hub(baseURL: URL("https://api.github.com"))
    let baseURL: URL
}

extension Hub {
    func user(_ login: String) -> User { User(hub: self, login: login) }

    struct User {
        let hub: Hub
        let login: String

        var repos: Request<Hub, [Repo]> {
            hub.get(.json(), from: "/users/\(login)/repos")
        }
    }
}

/// The samples of the page for code that uses Get.
enum GetMigration {
    static func repos(_ hub: Hub, _ session: some Transport, login: String, page: Int) async throws -> [Repo] {
        let repos = try await session.perform(
            hub.get(.json([Repo].self), from: "/users/\(login)/repos").adding(
                query: "page", page))
        try await session.perform(hub.post(.json(["ada@example.com"]), to: "/user/emails"))
        return repos
    }

    static func signedIn(
        _ base: some Transport, _ hub: Hub, _ saved: BearerToken?,
        renewed: @escaping @Sendable (BearerToken) async throws -> BearerToken
    ) -> some Transport {
        let tokens = BearerTokens(for: hub.baseURL, saved) { old in try await renewed(old) }
        let session = base.retrying().authenticating(with: tokens)
        return session
    }

    static func files(_ hub: Hub, _ session: some Transport, _ avatar: URL, _ archive: URL) async throws {
        try await session.perform(hub.post(.file(avatar), to: "/avatar"))
        try await session.download(hub.get(from: "/archive"), to: archive, resuming: true)
    }

    static func path(_ hub: Hub, _ session: some Transport) async throws -> [Repo] {
        let repos = try await session.perform(hub.user("ada").repos)
        return repos
    }
}
