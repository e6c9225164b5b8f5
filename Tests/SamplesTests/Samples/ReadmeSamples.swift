import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import RequestsTesting

nonisolated struct Issue: Codable {
    let number: Int
    let title: String
}

nonisolated struct NewIssue: Codable {
    let title: String
}

/// The samples of the README that no other page has.
enum ReadmeSamples {
    struct Lists: RequestProviding {
        let baseURL: URL
        @GET("/lists/{list}") var items: Endpoint<Int, [String]>  // Int fills {list}
    }

    static func user(_ login: String) async throws -> User {
        let user = try await URLSession.shared.perform(
            GitHub.live.get(.json(User.self), from: "/users/\(login)")  // GET /users/ada
                .timeout(after: .seconds(10)))
        return user
    }

    static func queryAndBody(_ github: GitHub) -> (Request<GitHub, [Issue]>, Request<GitHub, Issue>) {
        let issues = github.get(.json([Issue].self), from: "/issues")
            .adding(query: "labels", ["bug", "urgent"])  // ?labels=bug&labels=urgent
        let create = github.post(.json(NewIssue(title: "Broken")), to: "/issues")
            .receiving(.json(Issue.self))
        return (issues, create)
    }

    static func text(
        of request: Request<GitHub, User>, by session: some Transport, log: (String) -> Void
    ) async -> String {
        do {
            return try await session.perform(request).login
        } catch {
            if let problem = error.failure { return problem.message }  // a Problem
            log("\(error)")  // for you
            return error.localizedDescription  // for your users
        }
    }

    static func endpoint(
        _ api: Lists, _ info: OpenAPI.Info, by session: some Transport
    ) async throws -> ([String], Routes<Lists>, Stub<Lists>, OpenAPI) {
        let items = try await session.perform(api.request(\.items, 7))  // call
        let routes = Routes(api).on(\.items) { list in ["Tea for \(list)"] }  // serve
        let stub = Stub(api).on(\.items, .once) { _ in ["Tea"] }  // stub, in a test
        let document = try OpenAPI(api, info: info)  // document
        return (items, routes, stub, document)
    }

    static func session(_ tokens: BearerTokens) -> some Transport {
        let session = URLSession.shared
            .retrying()  // idempotent requests
            .authenticating(with: tokens)  // one refresh for many 401s
            .logging { entry in print(entry) }  // without secrets
        return session
    }
}
