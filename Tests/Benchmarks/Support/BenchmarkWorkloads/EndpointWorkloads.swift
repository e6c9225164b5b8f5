package import Foundation
package import Requests
package import RequestsEndpoints

/// An API whose requests are declared, and can also be built with the chain.
package struct DeclaredAPI: RequestProviding {
    package let baseURL: URL

    @GET("/users/{owner}/repos/{id}") package var repository: Endpoint<RepositoryInput, Repository>

    package init(baseURL: URL = URL("https://api.example.com/v1")) {
        self.baseURL = baseURL
    }
}

/// An input with two values in the path, three in the query, and one in the header.
package struct RepositoryInput: Codable, Sendable {
    package var owner: String
    package var id: Int
    package var page: Int
    package var perPage: Int?
    package var sort: String?
    @HeaderValue package var userAgent: String?

    package init(owner: String, id: Int, page: Int, perPage: Int?, sort: String?, userAgent: String?) {
        self.owner = owner
        self.id = id
        self.page = page
        self.perPage = perPage
        self.sort = sort
        self.userAgent = userAgent
    }

    package static let sample = RepositoryInput(
        owner: "a/b c", id: 42, page: 2, perPage: 100, sort: "created", userAgent: "bench/1.0")
}

extension Workload {
    /// A workload from an endpoint and its input to the `URLRequest`.
    package static let endpoint: Workload = {
        let (api, input) = (DeclaredAPI(), RepositoryInput.sample)
        return Workload("endpoint") { try api.request(\.repository, input).toURLRequest() }
    }()

    /// The same work with the chain.
    package static let endpointByChain: Workload = {
        let (api, input) = (DeclaredAPI(), RepositoryInput.sample)
        return Workload("endpointByChain") {
            try api.get(.json(Repository.self), from: "/users/\(input.owner)/repos/\(input.id)")
                .adding(query: "page", input.page)
                .adding(query: "perPage", input.perPage)
                .adding(query: "sort", input.sort)
                .adding(headerField: HeaderField(.userAgent, "bench/1.0"))
                .toURLRequest()
        }
    }()

    /// Makes a workload that finds a request's route among a number of routes.
    package static func routing(among count: Int) -> Workload {
        let request = IncomingRequest(method: .get, target: "/resource\(count / 2)/42/items/tea?page=2")
        let routes: @Sendable () -> Routes<DeclaredAPI> = {
            var routes = Routes(DeclaredAPI(), at: "/")
            for index in 0..<count {
                routes = routes.on(.get, "/resource\(index)/{id}/items/{item}") { _ in
                    TransportResponse(head: ResponseHead(status: .noContent))
                }
            }
            return routes
        }
        return Workload("routing among \(count)", preparing: routes) { routes in
            guard routes.matches(request) else { throw Mismatch(requests: [request.target]) }
        }
    }
}

/// Calls of a declared endpoint, one after another, from the input to the decoded output.
package enum EndpointCalls {
    /// The server, without a socket.
    package static let loopback = Loopback(
        Routes(DeclaredAPI()).on(\.repository) { input in Repository(id: input.id - 41, name: "engine") })

    /// Makes the calls outside the caller's actor, so that no call switches actors.
    @concurrent
    package static func run(_ count: Int, over transport: some Transport, _ api: DeclaredAPI = DeclaredAPI())
        async throws
    {
        for _ in 0..<count {
            let repository = try await transport.perform(api.request(\.repository, .sample))
            guard repository.id == 1 else { throw Workload.Mismatch(requests: ["\(repository)"]) }
        }
    }
}
