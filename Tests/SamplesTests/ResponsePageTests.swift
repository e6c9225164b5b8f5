import Foundation
import Requests
import Testing

/// The samples of the page on responses, which must do what it promises.
@Suite("Samples of the page on responses", .timeLimit(.minutes(1)))
struct ResponsePageTests {
    private struct Canned: Transport {
        var status = HTTPStatus.ok
        var header = HeaderFields()
        var body = ""

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(
                head: ResponseHead(status: status, header: header, url: request.url),
                body: MessageBody(Data(body.utf8)))
        }
    }

    private static let ada = #"{"login":"ada","followers":3}"#
    private static let url = URL("https://h")

    @Test func `responses by status, checks and cookies`() async throws {
        let samples = ResponseSamples(session: Canned(), api: .live)
        guard case .found(let user) = try await Canned(body: Self.ada).perform(samples.byStatus("ada")) else {
            Testing.Issue.record("not found")
            return
        }
        #expect(user.login == "ada")
        guard case .missing = try await Canned(status: 404).perform(samples.byStatus("ada")) else {
            Testing.Issue.record("not missing")
            return
        }
        await #expect(throws: RequestError<GitHub.Failure>.self) {
            try await Canned(status: 201, body: Self.ada).perform(samples.byStatus("ada"))
        }
        await #expect(throws: RequestError<GitHub.Failure>.self) {
            try await Canned(header: ["X-Maintenance": "1"], body: Self.ada).perform(samples.checked())
        }
        #expect(try await Canned(status: 404).perform(samples.optional("ada")) == nil)
        #expect(try await Canned(body: Self.ada).perform(samples.optional("ada"))?.login == "ada")
        #expect(try await Canned(body: "# Engine").perform(GetReadme(repo: "engine")) == "# Engine")
        let signedIn = ResponseSamples(
            session: Canned(status: 302, header: ["Set-Cookie": #"s={"a":1,"b":2}; Path=/"#]), api: .live)
        let me = try await signedIn.login(name: "ada", password: "x")
        #expect(try me.resolve().header["Cookie"] == #"s={"a":1,"b":2}"#)
        let cookies = ResponseSamples(
            session: Canned(header: ["Set-Cookie": "session=new; Path=/"], body: Self.ada), api: .live)
        #expect(try await cookies.cookies(token: "31d4d96e").1 == "new")
    }

    @Test func `failures and envelopes`() async throws {
        do throws(RequestError<Requests.ProblemDetails>) {
            try await Canned(status: 401, body: #"{"reason":"expired"}"#).perform(
                ResponseTypes.Bank(baseURL: Self.url).delete("/a"))
            Testing.Issue.record("no error")
        } catch {
            #expect(error.code == .sessionExpired)
            #expect(error.localizedDescription == "Your session is over. Sign in again.")
            #expect(ResponseTypes().details(of: error)?.reason == "expired")
        }
        do throws(RequestError<String>) {
            try await Canned(status: 500, body: #"{"error":{"text":"rain"}}"#)
                .perform(Weather(baseURL: Self.url).delete("/a"))
            Testing.Issue.record("no error")
        } catch {
            #expect(error.failure == "rain")
        }
        let store = Store(baseURL: Self.url).get(.json(User.self), from: "/u")
        #expect(try await Canned(body: #"{"success":true,"data":\#(Self.ada)}"#).perform(store).login == "ada")
        do throws(TransportError) {
            _ = try await Canned(body: #"{"success":false,"message":"Sold out."}"#).perform(store)
            Testing.Issue.record("no error")
        } catch {
            #expect(error.code == .validationFailed)
            #expect(error.localizedDescription == "Sold out.")
        }
        let page = "<!DOCTYPE html><title>Sign in</title>"
        let html = Canned(header: ["Content-Type": "text/html"], body: page)
        do throws(RequestError<GitHub.Failure>) {
            _ = try await html.perform(GitHub.live.get(.json(User.self), from: "/u"))
            Testing.Issue.record("no error")
        } catch {
            let shown = try Document(page: "Responses.md").blocks.contains { $0.text == error.message }
            #expect(shown, "\(error.message)")
        }
    }

    @Test func `any JSON`() async throws {
        let text = #"{"id":18446744073709551615,"customer":{"name":"Ada"},"items":[{"price":1.10},{"price":2.50}]}"#
        let (order, update) = try await ResponseSamples(session: Canned(body: text), api: .live).anyJSON()
        let changed =
            #"{"id":18446744073709551615,"customer":{"name":"Ada"},"items":[{"price":2.50}],"#
            + #""note":{"text":"Hello Ada","order":18446744073709551615,"draft":true}}"#
        #expect(order.description == changed)
        #expect(try update.resolve().wireFormat(showingBody: true).hasSuffix(changed))
    }
}
