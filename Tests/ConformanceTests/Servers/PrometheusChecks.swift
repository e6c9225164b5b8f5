import Foundation
import Requests
import RequestsEndpoints
import Testing

/// The wrapper of Prometheus's results.
private struct Result<Value: Decodable & Sendable>: Decodable, Sendable {
    let status: String
    let data: Value?
    let errorType, error: String?
}

private struct Vector: Decodable, Sendable {
    struct Sample: Decodable, Sendable { let metric: [String: String] }

    let resultType: String
}

extension ServerCheck {
    static let prometheus: [ServerCheck] =
        [
            "up", "go_info{version!=\"\"}", "1 + 1", "sum(rate(process_cpu_seconds_total[1m])) > 0", "\"Zoë 日本\"",
            "{__name__=~\"up|go_info\"}", "up % 2",
        ].flatMap { expression in
            [
                ServerCheck(.prometheus, "the query \(expression.debugDescription) by GET") { transport, api in
                    let request = api.get(.json(Result<Vector>.self), from: "/api/v1/query").adding(
                        query: "query", expression)
                    try await #expect(transport.perform(request).status == "success")
                },
                ServerCheck(.prometheus, "the query \(expression.debugDescription) by POST") { transport, api in
                    let request = api.post(.form(["query": expression]), to: "/api/v1/query")
                    try await #expect(
                        transport.perform(request.receiving(.json(Result<Vector>.self))).status == "success")
                },
            ]
        } + [
            ServerCheck(.prometheus, "a query that is wrong") { transport, api in
                let error = try await failure(
                    of: api.get(from: "/api/v1/query").adding(query: "query", "up{"), on: transport)
                #expect(error.head?.status == 400)
                let failure = try error.decodeBody(.json(Result<Vector>.self))
                #expect(failure.errorType == "bad_data")
            },
            ServerCheck(.prometheus, "several selectors") { transport, api in
                let request = api.get(.json(Result<[[String: String]]>.self), from: "/api/v1/series")
                    .adding(query: "match[]", ["up", "go_info"])
                try await #expect(transport.perform(request).status == "success")
            },
            ServerCheck(.prometheus, "a range of times") { transport, api in
                let now = Date().timeIntervalSince1970.rounded()
                let request = api.get(.json(Result<Vector>.self), from: "/api/v1/query_range")
                    .adding(query: "query", "up").adding(query: "start", now - 60).adding(query: "end", now)
                    .adding(query: "step", "15s")
                try await #expect(transport.perform(request).data?.resultType == "matrix")
            },
            ServerCheck(.prometheus, "the names of labels") { transport, api in
                let names = try await transport.perform(api.get(.json(Result<[String]>.self), from: "/api/v1/labels"))
                #expect(names.status == "success")
            },
            ServerCheck(.prometheus, "the values of a label") { transport, api in
                let path: URLPath = "/api/v1/label/\("__name__")/values"
                try await #expect(
                    transport.perform(api.get(.json(Result<[String]>.self), from: path)).status == "success")
            },
            ServerCheck(.prometheus, "compressed metrics") { transport, api in
                let (head, text) = try await transport.response(for: api.get(.text, from: "/metrics"))
                #expect(head.status == 200)
                #expect(text.contains("prometheus_build_info"))
            },
            ServerCheck(.prometheus, "metrics line by line") { transport, api in
                var count = 0
                for try await _ in try await transport.stream(api.get(from: "/metrics").receiving(stream: .lines)) {
                    count += 1
                }
                #expect(count > 100)
            },
            ServerCheck(.prometheus, "a HEAD that is refused") { transport, api in
                try await #expect(failure(of: api.head("/api/v1/labels"), on: transport).head?.status == 405)
            },
            ServerCheck(.prometheus, "an API that is off") { transport, api in
                let error = try await failure(of: api.post(to: "/-/reload"), on: transport)
                #expect(error.head?.status == 403)
            },
            ServerCheck(.prometheus, "the state of the server") { transport, api in
                try await #expect(transport.perform(api.get(.text, from: "/-/healthy")).contains("Healthy"))
            },
        ]
}
