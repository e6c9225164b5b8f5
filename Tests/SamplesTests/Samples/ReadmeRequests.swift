import Foundation
import Requests

enum ReadmeRequests {
    static let github = GitHub.live

    static func paths(login: String, text: String, path: String, linkURL: URL) throws -> [String] {
        let user = github.get(.json(User.self), from: "/users/\(login)")  // "a/b" is sent as /users/a%2Fb
        let search = github.get(.json(Found.self), from: "/search/users?q=\(text)")  // "c++" as /search/users?q=c%2B%2B
        let file = github.get(.data, from: "/files/\(raw: path)")  // "src/a b.c" as /files/src/a%20b.c
        let next = github.get(.json([User].self), from: URLPath(absolute: linkURL))  // must have the API's origin
        return [user.description, search.description, file.description, next.description]
    }

    static func queries() -> Request<GitHub, [Issue]> {
        // GET /issues?page=2&state=open&labels=bug&labels=urgent&sort_by=created&debug
        let issues = github.get(.json([Issue].self), from: "/issues")
            .adding(query: "page", 2)
            .adding(query: "state", State.open)
            .adding(query: "labels", ["bug", "urgent"])
            .adding(query: Sorting(sortBy: "created"))
            .adding(query: "debug")
            .adding(headerField: "X-Request-ID", UUID())
            .setting(headerField: .acceptLanguage, "de, en;q=0.8")
        return issues
    }

    static func bodies(
        owner: String, repo: String, photo: URL, text: String, token: String
    ) -> [any RequestConvertible] {
        let create = github.post(.json(NewIssue(title: "Broken")), to: "/repos/\(owner)/\(repo)/issues")
        let rename = github.patch(.json(["name": "engine"]), to: "/repos/\(owner)/\(repo)")
        let upload = github.post(.multipart { Part("avatar", file: photo) }, to: "/avatar")  // or .form, .file, .stream
        let issue = create.receiving(.json(Issue.self))  // the same request, but it asks for JSON and decodes it
        let assignee = github.get(.json(User?.self), from: "/assignee")  // nil if the body is empty
        let users = github.get(.json(Found.self, as: \.items), from: "/search/users?q=\(text)")
        let mine = assignee.authenticated(with: .bearerToken(token))  // or .basic, .apiKey, your own
        return [create, rename, upload, issue, assignee, users, mine]
    }
}
