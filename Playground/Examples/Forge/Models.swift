import ArgumentParser
import Foundation
import Requests

/// The name of a repository, such as `swiftlang/swift`.
struct Repository: ExpressibleByArgument {
    let path: [Substring]

    init?(argument: String) {
        path = argument.split(separator: "/")
        guard path.count == 2 else { return nil }
    }
}

struct Issue: Decodable {
    enum State: String, Encodable, ExpressibleByArgument, CaseIterable { case open, closed, all }
    struct User: Decodable { let login: String }

    let number: Int
    let title: String
    let user: User
    let createdAt: Date
    let body: String?
    let pullRequest: JSONValue?  // GitHub also lists pull requests as issues
}

struct NewIssue: Encodable {
    let title: String
    let body: String?
}

struct Release: Decodable {
    struct Asset: Decodable {
        let id: Int
        let name: String
    }

    let tagName: String
    let assets: [Asset]
}
