import Foundation
import Requests
import RequestsTesting
import Testing

/// The samples of the page on responses, which must do what the page promises.
@Suite("Samples of the page on responses", .timeLimit(.minutes(1)))
struct ResponsePageTests {
    private static let ada = #"{"login":"ada","followers":3}"#
    private static let url = URL("https://h")

    private let samples = ResponseSamples(session: FixedResponse(), api: .live)
    private let store = Store(baseURL: Self.url).get(.json(User.self), from: "/u")

    @Test(arguments: [
        (200, ada, "found ada"), (404, "", "missing"), (503, "rain", "broken by rain"),
        (201, ada, "unacceptableStatus"),
    ])
    func `the status chooses the case of the result`(status: Int, body: String, result: String) async {
        let session = FixedResponse(status: HTTPStatus(status), text: body)
        do {
            switch try await session.perform(samples.byStatus("ada")) {
            case .found(let user): #expect("found \(user.login)" == result)
            case .missing: #expect("missing" == result)
            case .broken(let text): #expect("broken by \(text)" == result)
            }
        } catch {
            #expect(error.code.rawValue == result)
        }
    }

    @Test func `the error of a check refuses a response`() async {
        let session = FixedResponse(header: ["X-Maintenance": "1"], text: Self.ada)
        let error = await #expect(throws: RequestError<GitHub.Failure>.self) {
            try await session.perform(samples.checked())
        }
        #expect(error?.code == .validationFailed)
        #expect(error?.underlyingError is Closed)
    }

    @Test func `a user that the server doesn't have is nil`() async throws {
        #expect(try await FixedResponse(status: 404).perform(samples.optional("ada")) == nil)
        #expect(try await FixedResponse(text: Self.ada).perform(samples.optional("ada"))?.login == "ada")
    }

    @Test func `a type per request reads text`() async throws {
        #expect(try await FixedResponse(text: "# Engine").perform(GetReadme(repo: "engine")) == "# Engine")
    }

    @Test func `the cookie of a login is sent unchanged with the next request`() async throws {
        let session = FixedResponse(status: 302, header: ["Set-Cookie": #"s={"a":1,"b":2}; Path=/"#])
        let me = try await ResponseSamples(session: session, api: .live).login(name: "ada", password: "x")
        #expect(try me.resolve().header["Cookie"] == #"s={"a":1,"b":2}"#)
    }

    @Test func `a response can replace a cookie of its request`() async throws {
        let server = Loopback { request in
            #expect(request.header[.cookie] == "session=31d4d96e; theme=dark")
            return .data(Data(Self.ada.utf8), .json, header: ["Set-Cookie": "session=new; Path=/"])
        }
        #expect(try await ResponseSamples(session: server, api: .live).cookies(token: "31d4d96e").1 == "new")
    }

    @Test func `an API replaces the code and the text of an error`() async throws {
        let error = await #expect(throws: RequestError<Requests.ProblemDetails>.self) {
            try await FixedResponse(status: 401, text: #"{"reason":"expired"}"#)
                .perform(ResponseTypes.Bank(baseURL: Self.url).delete("/a"))
        }
        #expect(error?.code == .sessionExpired)
        #expect(error?.localizedDescription == "Your session is over. Sign in again.")
        #expect(ResponseTypes().details(of: try #require(error))?.reason == "expired")
    }

    @Test func `a failure can be one value of the body`() async {
        let error = await #expect(throws: RequestError<String>.self) {
            try await FixedResponse(status: 500, text: #"{"error":{"text":"rain"}}"#)
                .perform(Weather(baseURL: Self.url).delete("/a"))
        }
        #expect(error?.failure == "rain")
    }

    @Test func `a failure can contain the status`() async {
        let error = await #expect(throws: RequestError<Cloud.Failure>.self) {
            try await FixedResponse(status: 507, text: #"{"message":"full"}"#).perform(
                Cloud(baseURL: Self.url).delete("/a"))
        }
        #expect(error?.failure?.message == "full")
        #expect(error?.failure?.httpCode == 507)
    }

    @Test func `an envelope contains the value`() async throws {
        #expect(try await FixedResponse(text: #"{"success":true,"data":\#(Self.ada)}"#).perform(store).login == "ada")
    }

    @Test func `an envelope without success fails with its message`() async {
        let error = await #expect(throws: TransportError.self) {
            try await FixedResponse(text: #"{"success":false,"message":"Sold out."}"#).perform(store)
        }
        #expect(error?.code == .validationFailed)
        #expect(error?.localizedDescription == "Sold out.")
    }

    @Test func `the error about a page of HTML is the one on the page`() async throws {
        let html = FixedResponse(
            header: ["Content-Type": "text/html"], text: "<!DOCTYPE html><title>Sign in</title>")
        let error = await #expect(throws: RequestError<GitHub.Failure>.self) {
            try await html.perform(GitHub.live.get(.json(User.self), from: "/u"))
        }
        let message = try #require(error).message
        #expect(try Document(page: "Responses.md").blocks.contains { $0.unwrapped == message }, "\(message)")
    }

    @Test func `JSON without a type keeps every value that the app leaves alone`() async throws {
        let text = #"{"id":18446744073709551615,"customer":{"name":"Ada"},"items":[{"price":1.10},{"price":2.50}]}"#
        let (order, update) = try await ResponseSamples(session: FixedResponse(text: text), api: .live).anyJSON("Hello")
        let changed =
            #"{"id":18446744073709551615,"customer":{"name":"Ada"},"items":[{"price":2.50}],"#
            + #""note":{"text":"Hello","to":"Ada","id":18446744073709551615}}"#
        #expect(order.description == changed)
        #expect(try update.resolve().wireFormat(showingBody: true).hasSuffix(changed))
    }
}
