import Foundation
import Requests

struct GitHubAPI: RequestProviding {
    typealias Failure = Problem

    static let live = GitHubAPI(baseURL: URL("https://api.github.com"))

    let baseURL: URL

    func repositories() -> Request<GitHubAPI, [Repository]> {
        get(.json([Repository].self), from: "/orgs/swiftlang/repos")
    }

    func search(_ text: String) -> Request<GitHubAPI, SearchResult> {
        get(.json(SearchResult.self), from: "/search/repositories")
            .adding(query: "q", "\(text) org:swiftlang")
    }
}

nonisolated struct Repository: Codable, Equatable, Identifiable {
    let id: Int
    let name: String
}

nonisolated struct SearchResult: Codable {
    let items: [Repository]
}

nonisolated struct Problem: Codable {
    let message: String
}
