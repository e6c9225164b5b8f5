import Foundation
import Requests

/// Decoding of a hundred repositories of 23 members each, with names in snake case.
extension Workload {
    package static let snakeCase100 = Workload("snakeCase100") {
        try Coding.snakeCase.value([NamedRepository].self, fromJSON: NamedRepository.snakeCase)
    }

    /// The same with the strategy of Foundation's decoder.
    package static let snakeCase100ByFoundation: Workload = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return Workload("snakeCase100ByFoundation") {
            try decoder.decode([NamedRepository].self, from: NamedRepository.snakeCase)
        }
    }()

    /// The same with names that equal those of the properties.
    package static let verbatim100 = Workload("verbatim100") {
        try Coding.standard.value([NamedRepository].self, fromJSON: NamedRepository.verbatim)
    }

    /// The rows of this comparison.
    package static let names: [Workload] = [snakeCase100, snakeCase100ByFoundation, verbatim100]
}

private struct NamedRepository: Codable {
    struct Owner: Codable {
        var login: String
        var id: Int
        var avatarUrl: String
        var siteAdmin: Bool
    }

    var id: Int
    var nodeId: String
    var name: String
    var fullName: String
    var isPrivate: Bool
    var owner: Owner
    var htmlUrl: String
    var description: String?
    var fork: Bool
    var createdAt: String
    var updatedAt: String
    var pushedAt: String
    var gitUrl: String
    var sshUrl: String
    var cloneUrl: String
    var homepage: String?
    var size: Int
    var stargazersCount: Int
    var watchersCount: Int
    var language: String?
    var hasIssues: Bool
    var hasWiki: Bool
    var openIssuesCount: Int

    static let snakeCase = json(.snakeCase)
    static let verbatim = json(.standard)

    private static func json(_ coding: Coding) -> Data {
        let day = "2024-05-01T12:00:00Z"
        let all = (0..<100).map { number in
            let page = "https://git.example/org/repository\(number)"
            return NamedRepository(
                id: number, nodeId: "MDEw\(number)", name: "repository\(number)", fullName: "org/repository\(number)",
                isPrivate: false,
                owner: Owner(login: "org", id: 5, avatarUrl: "https://git.example/u/5", siteAdmin: false),
                htmlUrl: page,
                description: number % 2 == 0 ? nil : "A repository", fork: false, createdAt: day, updatedAt: day,
                pushedAt: day, gitUrl: page, sshUrl: page, cloneUrl: page, homepage: number % 3 == 0 ? nil : page,
                size: 100, stargazersCount: 7, watchersCount: 8, language: "Swift", hasIssues: true, hasWiki: true,
                openIssuesCount: 3)
        }
        return (try? coding.jsonData(from: all)) ?? Data()
    }
}
