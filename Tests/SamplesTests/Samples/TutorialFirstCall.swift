import Foundation
import Requests

/// The code of the tutorial at the end of its first chapter.
enum TutorialFirstCall {
    struct GitHub: RequestProviding {
        static let live = GitHub(baseURL: URL("https://api.github.com"))

        let baseURL: URL
        var coding: Coding { .snakeCase }
    }

    nonisolated struct User: Codable {
        let login: String
        let publicRepos: Int
    }
}
