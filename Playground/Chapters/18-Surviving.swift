import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

private struct Weather: RequestProviding {
    let baseURL: URL
}

private struct Grant: Decodable {
    let accessToken: String
}

extension Chapter {
    static let surviving = Chapter("surviving", "Retries that are safe, tokens that are refreshed once") { tour in
        let flaky = try await FlakyServer.start()
        let weather = Weather(baseURL: flaky.baseURL)
        let clock = ImmediateClock()  // no wait takes any time in this tour
        let session = URLSession.shared.retrying(clock: clock)
        tour.setting()

        tour.say(
            "This server is down two times of three. What may be sent again is, after a wait that is drawn by lot:")
        await tour.step("Survived", gives: "fair at last") {
            try await session.perform(weather.get(.text, from: "/weather"))
        }
        await tour.text("What the server saw", gives: "503 GET /weather\n503 GET /weather\n200 GET /weather") {
            flaky.takeResponses().joined(separator: "\n")
        }
        tour.say("A POST could act twice. It is not sent again, unless it says that it may:")
        await tour.failure("Not safe", code: .unacceptableStatus) {
            try await session.perform(weather.post(.text("rain"), to: "/orders").receiving(.text))
        }
        await tour.text("What the server saw", gives: "503 POST /orders") {
            flaky.takeResponses().joined(separator: "\n")
        }
        await tour.step("Safe, by a key that is the same in all attempts", gives: "fair at last") {
            let order = weather.post(.text("rain"), to: "/orders").receiving(.text)
                .setting(headerField: .idempotencyKey, "order-7")
            return try await session.perform(order)
        }
        await tour.text(
            "What the server saw", gives: "503 POST /orders with key order-7\n200 POST /orders with key order-7"
        ) {
            flaky.takeResponses().joined(separator: "\n")
        }
        tour.say("Where a server is down for all, a budget keeps the load of retries small. Here 20 calls, 3 retries:")
        await tour.step("A budget", gives: 23) {
            let careful = URLSession.shared.retrying(budget: RetryBudget(ratio: 0, reserve: 3), clock: clock)
            for _ in 1...20 { _ = try? await careful.perform(weather.get(.text, from: "/down")) }
            return flaky.takeResponses().count
        }

        tour.say("A server may allow ten calls a second. The others wait, first come, first served:")
        await tour.step("25 calls, two waits of a second", gives: [.seconds(1), .seconds(1)] as [Duration]) {
            let clock = ImmediateClock()
            let polite = URLSession.shared.rateLimiting(to: 10, per: .seconds(1), clock: clock)
            for _ in 1...25 { _ = try? await polite.perform(weather.get(.text, from: "/down")) }
            _ = flaky.takeResponses()
            return clock.sleeps
        }

        tour.say("This server breaks off inside the next event. The stream reconnects, until a 204:")
        await tour.step("Events of four connections", gives: ["storm 1", "storm 2", "storm 3"]) {
            var events: [String] = []
            let warnings = weather.get(from: "/warnings").receiving(stream: .serverSentEvents)
            for try await event in try await session.stream(warnings.reconnecting(clock: clock)) {
                events.append(event.data)
            }
            return events
        }
        await tour.text(
            "What the server saw", gives: "200 GET /warnings\n200 GET /warnings\n200 GET /warnings\n204 GET /warnings"
        ) {
            flaky.takeResponses().joined(separator: "\n")
        }

        tour.say("A token has expired, and ten calls find out together. It is refreshed once:")
        await tour.step("Ten calls, one refresh", gives: Array(repeating: "7 books", count: 10)) {
            let tokens = BearerTokens(for: weather.baseURL, BearerToken("first")) { _ in
                let refresh = weather.post(.none, to: "/token").receiving(.json(Grant.self))
                return BearerToken(try await URLSession.shared.perform(refresh).accessToken)
            }
            let session = URLSession.shared.retrying().authenticating(with: tokens)
            return try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...10 {
                    group.addTask { try await session.perform(weather.get(.text, from: "/shelf")) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        let responses = flaky.takeResponses()
        await tour.text("What the server saw", gives: "1 refresh, 10 of 10 let in") {
            let refreshes = responses.count { $0 == "200 POST /token" }
            return "\(refreshes) refresh, \(responses.count { $0 == "200 GET /shelf" }) of 10 let in"
        }
        tour.say(
            "A log shows each attempt, and no secret. It stands further in than the retries here, so that it sees them all:"
        )
        await tour.text(
            "What a log says",
            gives: """
                GET https://weather.example/weather?api_key=<redacted>: started
                GET https://weather.example/weather?api_key=<redacted>: 503 Service Unavailable in 0 ms, 0 bytes
                GET https://weather.example/weather?api_key=<redacted>: attempt 2 started
                GET https://weather.example/weather?api_key=<redacted>: 503 Service Unavailable in 0 ms, 0 bytes, attempt 2
                GET https://weather.example/weather?api_key=<redacted>: attempt 3 started
                GET https://weather.example/weather?api_key=<redacted>: 200 OK in 0 ms, 12 bytes, attempt 3
                """
        ) {
            let log = LogLines()
            let session = URLSession.shared
                .logging(clock: clock) { entry in log.add("\(entry)") }
                .retrying(clock: clock)
            let request = weather.get(.text, from: "/weather")
                .adding(query: "api_key", "s3cret")
                .authenticated(with: .bearerToken("s3cret"))
            _ = try await session.perform(request)
            return log.text.replacing(weather.baseURL.absoluteString, with: "https://weather.example")
        }
        await flaky.stop()
    }
}
