import Foundation
import Requests
import Testing

/// The samples of the page on custom types, which must do what it promises.
@Suite("Samples of own types", .timeLimit(.minutes(1)))
struct OwnTests {
    private static let api = AnonymousProvider("https://h")

    @Test func `a provider with a token`() throws {
        var tracker = Tracker.live
        #expect(try tracker.delete("/1").resolve().header["Authorization"] == nil)
        tracker.token = "s3cret"
        #expect(try tracker.delete("/1").resolve().header["Authorization"] == "Bearer s3cret")
    }

    @Test func `a body and a decoder`() async throws {
        let message = try Self.api.post(.propertyList(["a": 1]), to: "/p").resolve()
        #expect(message.header["Content-Type"] == "application/x-plist")
        #expect(message.body.length ?? 0 > 0)
        let response = String(
            decoding: try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .xml, options: 0),
            as: UTF8.self
        )
        let request = Self.api.get(.propertyList([String: Int].self), from: "/p")
        let value = try await Canned(text: response).perform(request)
        #expect(value == ["a": 1])
        #expect(try request.resolve().header["Accept"] == "application/x-plist")
    }

    @Test func `credentials are hidden`() throws {
        let message = try Self.api.head("/1").authenticated(with: .signed(by: SigningKey())).resolve()
        #expect(message.header["X-Signature"] == "16")
        #expect(message.header.description == "X-Signature: <redacted>")
    }

    @Test func `a transport, and what surrounds one`() async throws {
        let counter = Counter()
        let library = Library(books: ["https://h/1": "Faust"]).counting(with: counter)
        let request = TransportSamples.labelled(Self.api.get(.text, from: "/1"))
        let text = try await library.perform(request)
        #expect(text == "Faust")
        let error = await #expect(throws: TransportError.self) {
            try await library.perform(Self.api.get(.text, from: "/2"))
        }
        #expect(error?.head?.status == .notFound)
        let counts = await counter.counts
        #expect(counts == ["profile": 1, "": 1])
    }

    @Test func `everything in one chain`() async throws {
        let counter = Counter()
        let body = try PropertyListSerialization.data(
            fromPropertyList: ["title": "Broken"], format: .xml, options: 0)
        let session = Canned(text: String(decoding: body, as: UTF8.self))
        let ticket = try await OwnSamples.send(by: session, SigningKey(), counter)
        #expect(ticket == Ticket(title: "Broken"))
        let counts = await counter.counts
        #expect(counts == ["": 1])
    }

    @Test func `a transport that sends nothing`() async throws {
        let text = try await Echo().perform(Self.api.get(.text, from: "/1"))
        #expect(text == "https://h/1")
    }

    @Test(arguments: [(200, nil), (404, .unacceptableStatus)] as [(Int, RequestErrorCode?)])
    func `a client that knows URLRequest alone`(status: Int, code: RequestErrorCode?) async throws {
        do {
            let text = try await load(Self.api.get(.text, from: "/1"), by: Client(status: status))
            #expect(text == #"{"title":"Faust"}"# && code == nil)
        } catch let error as any AnyRequestError {
            #expect(error.code == code)
        }
    }

    @Test func `a request sent by Alamofire`() async throws {
        let user = try await performByAlamofire()
        #expect(user.login == "ada")
        let error = await #expect(throws: RequestError<GitHub.Failure>.self) {
            try await AF.perform(GitHub.live.get(.json(User.self), from: "/users/nobody"))
        }
        #expect(error?.code == .unacceptableStatus)
        await #expect(throws: TransportError.self) {
            try await AF.perform(AnonymousProvider("http://h").get(.data, from: "/\("")"))
        }
    }

    @Test func `the courier sends`() async {
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await perform(
                GitHub(baseURL: URL("http://127.0.0.1:1")).get(.json(User.self), from: "/"), by: Courier())
        }
        #expect(error?.code == .connectionFailed)
        #expect(error?.message == "the courier did not arrive")
    }
}
