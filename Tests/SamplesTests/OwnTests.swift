import Foundation
import Requests
import Testing

/// The samples of the page on custom types, which must do what the page promises.
@Suite("Samples of custom types", .timeLimit(.minutes(1)))
struct OwnTests {
    private static let api = AnonymousProvider("https://h")

    @Test func `the token of a provider is sent`() throws {
        var tracker = Tracker.live
        #expect(try tracker.delete("/1").resolve().header["Authorization"] == nil)
        tracker.token = "s3cret"
        #expect(try tracker.delete("/1").resolve().header["Authorization"] == "Bearer s3cret")
    }

    @Test func `a custom body is sent with its media type`() throws {
        let message = try Self.api.post(.propertyList(["a": 1]), to: "/p").resolve()
        #expect(message.header["Content-Type"] == "application/x-plist")
        guard case .data(let data) = message.body else {
            Testing.Issue.record("not in memory")
            return
        }
        #expect(try PropertyListDecoder().decode([String: Int].self, from: data) == ["a": 1])
    }

    @Test func `a custom decoder reads the body`() async throws {
        let response = String(
            decoding: try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .xml, options: 0),
            as: UTF8.self
        )
        let request = Self.api.get(.propertyList([String: Int].self), from: "/p")
        let value = try await Canned(text: response).perform(request)
        #expect(value == ["a": 1])
        #expect(try request.resolve().header["Accept"] == "application/x-plist")
    }

    @Test func `a custom signature is hidden`() throws {
        let message = try Self.api.head("/1").authenticated(with: .signed(by: SigningKey())).resolve()
        #expect(message.header["X-Signature"] == "16")
        #expect(message.header.description == "X-Signature: <redacted>")
    }

    private let library = Library(books: [URL("https://h/1"): "Faust"])

    @Test func `a custom transport responds`() async throws {
        #expect(try await library.perform(Self.api.get(.text, from: "/1")) == "Faust")
        let error = await #expect(throws: TransportError.self) {
            try await library.perform(Self.api.get(.text, from: "/2"))
        }
        #expect(error?.head?.status == .notFound)
    }

    @Test func `a decorator counts calls by their label`() async throws {
        let counter = Counter()
        let counting = library.counting(with: counter)
        try await counting.perform(TransportSamples.labelled(Self.api.get(.text, from: "/1")))
        try await counting.perform(Self.api.get(.text, from: "/1"))
        let counts = await counter.counts
        #expect(counts == ["profile": 1, "": 1])
    }

    @Test func `one chain uses all custom types`() async throws {
        let counter = Counter()
        let body = try PropertyListSerialization.data(
            fromPropertyList: ["title": "Broken"], format: .xml, options: 0)
        let session = Canned(text: String(decoding: body, as: UTF8.self))
        let ticket = try await OwnSamples.send(by: session, SigningKey(), counter)
        #expect(ticket == Ticket(title: "Broken"))
        let counts = await counter.counts
        #expect(counts == ["": 1])
    }

    @Test func `a transport can respond without a network`() async throws {
        let text = try await Echo().perform(Self.api.get(.text, from: "/1"))
        #expect(text == "https://h/1")
    }

    @Test(arguments: [(200, nil), (404, .unacceptableStatus)] as [(Int, RequestErrorCode?)])
    func `a client of URLRequests loads a request`(status: Int, code: RequestErrorCode?) async throws {
        do {
            let text = try await load(Self.api.get(.text, from: "/1"), by: Client(status: status))
            #expect(text == #"{"title":"Faust"}"# && code == nil)
        } catch let error as any AnyRequestError {
            #expect(error.code == code)
        }
    }

    @Test func `Alamofire sends a request`() async throws {
        #expect(try await performByAlamofire().login == "ada")
    }

    @Test func `a failure over Alamofire keeps its type`() async {
        let error = await #expect(throws: RequestError<GitHub.Failure>.self) {
            try await AF.perform(GitHub.live.get(.json(User.self), from: "/users/nobody"))
        }
        #expect(error?.code == .unacceptableStatus)
        let invalid = await #expect(throws: TransportError.self) {
            try await AF.perform(AnonymousProvider("http://h").get(.data, from: "/\("")"))
        }
        #expect(invalid?.code == .invalidPath)
    }

    @Test func `an error of the courier keeps its message`() async {
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await perform(
                GitHub(baseURL: URL("http://127.0.0.1:1")).get(.json(User.self), from: "/"), by: Courier())
        }
        #expect(error?.code == .connectionFailed)
        #expect(error?.message == "the courier did not arrive")
    }
}
