import Foundation
import Requests

struct GitHub: RequestProviding {
    typealias Failure = Problem  // its error bodies
    static let live = GitHub(baseURL: URL("https://api.github.com"))
    let baseURL: URL
    var coding: Coding { .snakeCase }  // createdAt is created_at
}

nonisolated struct User: Codable {
    let login: String
    let followers: Int
}
nonisolated struct Problem: Codable { let message: String }

func user(
    _ login: String, by session: some Transport = URLSession.shared
) async throws -> User {
    try await session.perform(
        GitHub.live.get(.json(User.self), from: "/users/\(login)")
            .timeout(after: .seconds(10)))  // without data
}

enum FirstSample {
    static func overview(_ login: String) async throws -> User {
        let user = try await URLSession.shared.perform(
            GitHub.live.get(.json(User.self), from: "/users/\(login)"))
        return user
    }
}
