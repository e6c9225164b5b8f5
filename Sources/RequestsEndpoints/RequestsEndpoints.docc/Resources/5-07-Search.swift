import Requests

extension GitHubAPI {
    func search(_ text: String) -> Request<GitHubAPI, SearchResult> {
        get(.json(SearchResult.self), from: "/search/repositories")
            .adding(query: "q", "\(text) org:swiftlang")
    }
}

nonisolated struct SearchResult: Codable {
    let items: [Repository]
}
