package import Foundation
import Requests

/// An API as an app would declare it.
package struct ExampleAPI: RequestProviding {
    package let baseURL: URL

    package init(baseURL: URL = URL("https://api.example.com/v1")) {
        self.baseURL = baseURL
    }
}

/// The type of a response.
package struct Repository: Codable, Sendable {
    package var id: Int
    package var name: String

    package init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

/// A body of ten fields.
package struct NewRepository: Encodable, Sendable {
    var name = "engine"
    var description = "An analytical engine, which weaves algebraic patterns"
    var homepage = "https://example.com/engine"
    var license = "MIT"
    var teamID = 42
    var stars = 1_843
    var watchers = 7
    var isPrivate = false
    var hasIssues = true
    var score = 0.75
}

/// The values that every peer puts into its request.
enum Example {
    static let api = ExampleAPI()
    static let base = api.baseURL
    static let id = "a/b c"
    static let page = 2
    static let pageSize = 100
    static let search = "hello world+"
    static let userAgent = "bench/1.0"
    static let token = "0123456789abcdef0123456789abcdef"
    static let body = NewRepository()

    /// Builds the request with four query items, three fields and a token, as a user of the library writes it.
    @inline(never)
    static func chain() -> Request<ExampleAPI, [Repository]> {
        chain(of: api)
    }

    /// Builds the same request for another API.
    @inline(__always)
    static func chain<API: RequestProviding>(of api: API) -> Request<API, [Repository]> {
        api.get(.json([Repository].self), from: "/users/\(id)/repos")
            .adding(query: "page", page)
            .adding(query: "per_page", pageSize)
            .adding(query: "sort", "created")
            .adding(query: "q", search)
            .adding(headerField: .accept(.json))
            .adding(headerField: "X-GitHub-Api-Version", "2022-11-28")
            .adding(headerField: HeaderField(.userAgent, userAgent))
            .authenticated(with: .bearerToken(token))
    }

    /// Builds the request with a JSON body.
    @inline(never)
    static func post() -> Request<ExampleAPI, Void> {
        api.post(.json(body), to: "/repos")
    }
}
