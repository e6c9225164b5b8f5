import Foundation
import Requests

// The types in the samples of the README, and of the pages that use the same samples.

extension GitHub {
    typealias Failure = Problem  // the type of the API's error bodies
    var coding: Coding { .snakeCase }  // sortBy is sort_by, in queries, bodies and responses

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<GitHub, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: "X-GitHub-Api-Version", "2022-11-28")
    }
}

struct Problem: Codable { let message: String }

extension GitHub {
    func issue(_ number: Int, in repo: String) -> Request<GitHub, Issue> {
        get(.json(), from: "/repos/ada/\(repo)/issues/\(number)")
    }
}

extension Request where API == GitHub {
    func page(_ number: Int, of size: Int = 100) -> Self {
        adding(query: "page", number).adding(query: "per_page", size)
    }
}

struct Found: Codable {
    let items: [User]
}

struct Issue: Codable {
    let number: Int
    let title: String
}

struct NewIssue: Codable {
    let title: String
}

enum State: String, Codable {
    case open, closed
}

struct Sorting: Encodable {
    let sortBy: String
}
