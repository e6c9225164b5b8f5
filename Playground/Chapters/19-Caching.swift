import Foundation
import Requests
import RequestsCaching
import RequestsEndpoints

private struct Weather: RequestProviding {
    let baseURL: URL
}

extension Chapter {
    static let caching = Chapter("caching", "Responses that are used again, as their server allows") { tour in
        let server = try await FlakyServer.start()
        let forecast = Weather(baseURL: server.baseURL).get(.text, from: "/forecast")
        let session = URLSession.shared.caching(in: .memory(limit: 64 << 20))

        /// Shows the role of the cache, the text, and the requests that the server received.
        func look(_ request: Request<Weather, String>) async throws -> String {
            let (head, text) = try await session.response(for: request)
            let sent = server.takeResponses().first ?? "nothing"
            return "\(head.cacheStatus.map { "\($0)" } ?? "no cache"): \(text); the server saw \(sent)"
        }
        tour.setting()

        tour.say("The forecast is fresh for an hour, and has an entity tag. So one request is enough:")
        await tour.text("A miss", gives: "miss: fair for an hour; the server saw 200 GET /forecast") {
            try await look(forecast)
        }
        await tour.text("A hit", gives: "hit: fair for an hour; the server saw nothing") {
            try await look(forecast)
        }
        tour.say("The server says that nothing has changed, and sends no text again:")
        await tour.text("A revalidation", gives: "revalidated: fair for an hour; the server saw 304 GET /forecast") {
            try await look(forecast.with(cachePolicy: .reloadRevalidatingCacheData))
        }
        await server.stop()
    }
}
