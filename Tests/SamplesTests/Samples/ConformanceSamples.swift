import Foundation
import Requests
import RequestsConformance

/// Runs the conformance suite on a custom transport.
enum ConformanceSamples {
    struct MyTransport: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(head: ResponseHead(status: .ok, url: request.url))
        }
    }

    static func conform() async throws {
        for conformanceCase in TransportConformance.cases {
            try await conformanceCase.run(on: MyTransport())
        }
    }

    static func report() async throws {
        let run = ConformanceRun(
            of: MyTransport(), named: "MyTransport",
            limits: [
                "responses/a value in Latin-1": KnownLimit("the parser reads only UTF-8")
            ])
        for conformanceCase in TransportConformance.cases {
            try await run.check(conformanceCase)
        }
        print(await run.report().text)
    }

    static func conformOverHTTP2() async throws {
        let run = ConformanceRun(
            of: MyTransport(), named: "MyTransport, HTTP/2",
            http2: { port in
                guard let url = URL(string: "http://127.0.0.1:\(port)") else {
                    throw URLError(.badURL)
                }
                return (url, stop: {})
            })
        for conformanceCase in TransportConformance.cases {
            try await run.check(conformanceCase)
        }
    }
}
