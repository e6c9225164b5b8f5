import Foundation
import Requests

#if canImport(FoundationNetworking)
import FoundationNetworking  // URLSession, on Linux
#endif

struct GitHub: RequestProviding {
    static let live = GitHub(baseURL: URL("https://api.github.com"))
    let baseURL: URL
}

struct User: Codable {  // nonisolated struct, if your app's types belong to the main actor by default
    let login: String
    let followers: Int
}

func user(_ login: String) async throws -> User {
    try await URLSession.shared.perform(
        GitHub.live.get(.json(User.self), from: "/users/\(login)"))  // GET /users/ada, Accept: application/json
}

enum FirstSample {
    static func user(_ login: String, by session: some Transport) async throws -> User {
        let user = try await session.perform(GitHub.live.get(.json(User.self), from: "/users/\(login)"))
        return user
    }

    static func overview(_ login: String) async throws -> User {
        let user = try await URLSession.shared.perform(
            GitHub.live.get(.json(User.self), from: "/users/\(login)"))
        return user
    }
}
