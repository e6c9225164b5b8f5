import Foundation
import Requests
import RequestsEndpoints

/// A loop whose steps must not become slower as their number grows.
package struct Growth: Sendable {
    /// The name of the rows, without the number of steps.
    package let name: String

    /// The loops of different lengths; one step is one operation.
    package let rows: [(count: Int, workload: Workload)]

    private init<State>(
        _ name: String, from start: @autoclosure @escaping @Sendable () -> State,
        _ step: @escaping @Sendable (inout State, _ index: Int, _ count: Int) throws -> Void
    ) {
        self.name = name
        rows = [10, 1_000, 100_000].map { count in
            let workload = Workload("\(name)\(count)", steps: count) {
                var state = start()
                for index in 0..<count { try step(&state, index, count) }
                return state
            }
            return (count, workload)
        }
    }
}

extension Growth {
    /// Every loop.
    package static let every = [
        Growth("settingQuery", from: request) { request, index, _ in
            request = (consume request).setting(query: "name\(index)", index)
        },
        Growth("addingQuery", from: request) { request, index, _ in
            request = (consume request).adding(query: "name", index)
        },
        Growth("addingRoute", from: Routes(DeclaredAPI(), at: "/")) { routes, index, _ in
            routes = (consume routes).on(.get, "/resource\(index)/{id}") { _ in
                TransportResponse(head: ResponseHead(status: .noContent))
            }
        },
        Growth("settingMember", from: [:] as JSONValue) { json, index, _ in json["name\(index)"] = 1 },
        // The first half of the steps sets the members; the second half removes them in a different order.
        Growth("removingMember", from: [:] as JSONValue) { json, index, count in
            let half = count / 2
            if index < half { json["name\(index)"] = 1 } else { json["name\(index * 7_919 % half)"] = nil }
        },
        // From 180 cookies on, each new cookie removes an existing one of the same host.
        Growth("settingCookie", from: CookieJar()) { jar, index, _ in
            try jar.set(WebCookie("name\(index)", "1"), from: hosts[0])
        },
        // From 3,000 hosts on, each new cookie removes that of another host.
        Growth("settingHostCookie", from: CookieJar()) { jar, index, _ in
            try jar.set(WebCookie("session", "1"), from: hosts[index % hosts.count])
        },
    ]

    private static let request = AnonymousProvider("https://api.example.com/v1").get(.data, from: "/issues?page=2")

    private static let hosts = (0..<4_000).map { URL(string: "http://www\($0).example.com/") ?? request.baseURL }
}

extension AsyncWorkload {
    /// The numbers of decorators whose calls are compared.
    package static let layerCounts = [1, 10, 30]

    /// Calls through these numbers of decorators that do nothing.
    package static let layers = layerCounts.map { count in
        let transport = (0..<count).reduce(AtOnce() as any Transport) { transport, _ in
            transport.adapting { try await $1($0) }
        }
        return calls("adapting\(count)", over: transport)
    }
}
