#if Telemetry
import Foundation
import Requests
import RequestsEndpoints
import RequestsTelemetry

private struct Bookshelf: RequestProviding {
    let baseURL: URL
    let book = Endpoint<Int, String>(.get, "/books/{id}")
}

struct TelemetrySamples {
    func client(_ session: some Transport, _ tokens: BearerTokens) -> some Transport {
        let traced = session.retrying().authenticating(with: tokens).instrumenting()
        return traced
    }

    func server() -> some Transport {
        let api = Bookshelf(baseURL: URL("https://books.example"))
        let routes = Routes(api)
            .on(\.book) { id in "book \(id)" }
            .instrumenting()
        return Loopback(routes)
    }
}
#endif
