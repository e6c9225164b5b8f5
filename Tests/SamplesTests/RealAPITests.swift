import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The providers of the chapter on real APIs, tested with responses in the documented form.
@Suite("Samples of the page on real APIs", .timeLimit(.minutes(1)))
struct RealAPITests {
    private static let origin = "https://api.github.com"

    private func response(
        _ text: String, status: HTTPStatus = .ok, header: HeaderFields = []
    ) -> TransportResponse {
        .data(Data(text.utf8), "application/json; charset=utf-8", status: status, header: header)
    }

    @Test func `issues arrive from all pages`() async throws {
        let urls = Guarded<[String]>([])
        let server = Loopback { request in
            urls.withLock { $0.append(request.target) }
            #expect(request.header[values: "Accept"] == ["application/vnd.github+json"])
            #expect(request.header["X-GitHub-Api-Version"] == "2022-11-28")
            #expect(request.header[.authorization] == "Bearer ghp_1")
            let number = urls.withLock { $0.count }
            let next =
                #"<\#(Self.origin)/repositories/44838949/issues?page=2>; rel="next", <\#(Self.origin)/repositories/44838949/issues?page=2>; rel="last""#
            return response(
                """
                [{"id":1,"node_id":"MDU6","number":\(number),"title":"Crash","state":"open","locked":false,
                "user":{"login":"ada","id":1,"site_admin":false},"labels":[{"id":2,"name":"bug"}],"body":null,
                "created_at":"2011-04-22T13:33:48Z","pull_request":{"url":"u"}}]
                """, header: number == 1 ? ["Link": next] : [])
        }
        let gitHub = GitHubAPI(credentials: .bearerToken("ghp_1"))
        var texts: [String] = []
        try await GitHubSamples(session: server, gitHub: gitHub).titles { texts.append($0) }
        #expect(texts == ["#1 Crash", "#2 Crash"])
        #expect(
            urls.withLock { $0 } == [
                "/repos/swiftlang/swift/issues?state=open&labels=bug,good%20first%20issue&per_page=100",
                "/repositories/44838949/issues?page=2",
            ])
        #expect(!String(reflecting: gitHub).contains("ghp_1"))
    }

    @Test(
        arguments: [
            (
                201,
                #"{"number":3,"title":"It crashes","state":"open","user":{"login":"a"},"created_at":"2011-04-22T13:33:48Z"}"#,
                [:], "#3"
            ),
            (
                422,
                #"{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}],"documentation_url":"d"}"#,
                [:], "title: missing_field"
            ),
            (
                403, #"{"message":"API rate limit exceeded for 1.2.3.4.","documentation_url":"d"}"#,
                ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1714564800"], "again at 2024-05-01 12:00:00 +0000"
            ),
            (
                404, #"{"message":"Not Found","documentation_url":"d","status":"404"}"#, [:],
                "The request was not successful. The requested item does not exist. Trying again will not help."
            ),
        ] as [(Int, String, HeaderFields, String)])
    func `each response to a new issue is shown`(status: Int, text: String, header: HeaderFields, shown: String)
        async
    {
        let server = Loopback { _ in response(text, status: HTTPStatus(status), header: header) }
        var texts: [String] = []
        await GitHubSamples(session: server, gitHub: GitHubAPI(credentials: .none)).open { texts.append($0) }
        #expect(texts == [shown])
    }

    @Test func `a payment is retried with its key`() async throws {
        let bodies = Guarded<[(path: String, key: String?, body: String)]>([])
        let server = Loopback { request in
            let body = try await request.body.collect(upTo: 10_000)
            bodies.withLock {
                $0.append((request.target, request.header[.idempotencyKey], String(decoding: body, as: UTF8.self)))
            }
            switch bodies.withLock({ $0.count }) {
            case 1:
                return response(#"{"id":"cus_1","object":"customer","name":"Ada","email":null,"created":1714564800}"#)
            case 2: return response(#"{"error":{"type":"api_error","message":"x"}}"#, status: .internalServerError)
            default: return response(#"{"id":"pi_1","object":"payment_intent","amount":1999,"status":"succeeded"}"#)
            }
        }
        let stripe = Stripe(credentials: .bearerToken("sk_test_1"))
        var texts: [String] = []
        try await StripeSamples(session: server.retrying(clock: ImmediateClock()), stripe: stripe).pay {
            texts.append($0)
        }
        #expect(texts == ["succeeded"])
        let seen = bodies.withLock { $0 }
        #expect(seen.map(\.path) == ["/v1/customers", "/v1/payment_intents", "/v1/payment_intents"])
        #expect(seen[1].key != nil && seen[1].key == seen[2].key && seen[0].key != seen[1].key)
        #expect(
            seen[0].body.removingPercentEncoding
                == "name=Ada&address[line1]=12 St James’s Square&address[city]=London&address[country]=GB"
                + "&preferred_locales[]=en&metadata[orderID]=7")
        #expect(seen[2].body == "amount=1999&currency=eur&customer=cus_1&payment_method=pm_card_visa&confirm=true")
    }

    @Test func `the owner of a declined card reads the message of Stripe`() async throws {
        let text =
            #"{"error":{"type":"card_error","code":"card_declined","decline_code":"generic_decline","message":"Your card was declined.","param":""}}"#
        let server = Loopback { _ in response(text, status: 402) }
        var texts: [String] = []
        try await StripeSamples(session: server, stripe: Stripe(credentials: .none)).pay { texts.append($0) }
        #expect(texts == ["Your card was declined."])
    }

    @Test func `customers arrive page by page`() async throws {
        let urls = Guarded<[String]>([])
        let server = Loopback { request in
            urls.withLock { $0.append(request.target) }
            let isFirst = urls.withLock { $0.count } == 1
            let ids = isFirst ? ["cus_1", "cus_2"] : ["cus_3"]
            let data = ids.map { #"{"id":"\#($0)","object":"customer","created":1,"name":null,"email":null}"# }
            return response(
                #"{"object":"list","url":"/v1/customers","has_more":\#(isFirst),"data":[\#(data.joined(separator: ","))]}"#
            )
        }
        let ids = try await StripeSamples(session: server, stripe: Stripe(credentials: .none)).customers()
        #expect(ids == ["cus_1", "cus_2", "cus_3"])
        #expect(urls.withLock { $0 } == ["/v1/customers?limit=100", "/v1/customers?limit=100&starting_after=cus_2"])
    }

    private static func chunk(_ delta: String, _ reason: String = "null") -> String {
        #"data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"gpt-4o-mini","choices":[{"index":0,"delta":\#(delta),"logprobs":null,"finish_reason":\#(reason)}]}"#
            + "\n\n"
    }

    private static let response =
        chunk(#"{"role":"assistant","content":""}"#) + chunk(#"{"content":"Mi"}"#) + chunk(#"{"content":"lk"}"#)
        + chunk("{}", #""stop""#) + "data: [DONE]\n\n"

    @Test func `a chat is read while it is written`() async throws {
        let body = Guarded("")
        let server = Loopback { request in
            let data = try await request.body.collect(upTo: 10_000)
            body.withLock { $0 = String(decoding: data, as: UTF8.self) }
            #expect(request.header[.accept] == "text/event-stream")
            // The last event is followed by text that isn't JSON.
            return .data(Data((Self.response + "data: nothing\n\n").utf8), "text/event-stream; charset=utf-8")
        }
        var text = ""
        try await ChatSamples(session: server, chat: ChatAPI(credentials: .bearerToken("sk-1"))).reply { text += $0 }
        #expect(text == "Milk")
        let sent =
            #"{"messages":[{"content":"Answer in one word.","role":"system"},{"content":"What follows tea?","role":"user"}],"model":"gpt-4o-mini","stream":true}"#
        #expect(body.withLock { $0 } == sent)
    }

    @Test func `a chat waits for the limit of its server`() async throws {
        let count = Guarded(0)
        let server = Loopback { _ in
            count.withLock { $0 += 1 }
            guard count.withLock({ $0 }) > 1 else {
                return response(
                    #"{"error":{"message":"Rate limit","type":"requests","code":"rate_limit_exceeded"}}"#,
                    status: .tooManyRequests, header: ["Retry-After": "2"])
            }
            return .data(Data(Self.response.utf8), "text/event-stream")
        }
        let clock = ImmediateClock()
        var text = ""
        let samples = ChatSamples(session: server.retrying(clock: clock), chat: ChatAPI(credentials: .none))
        try await samples.reply { text += $0 }
        #expect(text == "Milk")
        #expect(clock.sleeps.count == 1)
        #expect(clock.sleeps.allSatisfy { (.milliseconds(2_125)...(.milliseconds(2_250))).contains($0) })
    }

    @Test func `a refused chat throws the failure of its API`() async {
        let refusing = Loopback { _ in
            response(
                #"{"error":{"message":"Incorrect API key","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
                status: .unauthorized)
        }
        let error = await #expect(throws: RequestError<ChatAPI.Failure>.self) {
            try await ChatSamples(session: refusing, chat: ChatAPI(credentials: .none)).reply { _ in }
        }
        #expect(error?.failure?.error.code == "invalid_api_key")
    }
}
