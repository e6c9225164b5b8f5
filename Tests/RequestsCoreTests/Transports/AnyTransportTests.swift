import Foundation
import Requests
import RequestsTesting
import TestSupport
import Testing

/// Call sites of transports whose types are unknown, or which are stored.
@Suite("any Transport", .timeLimit(.minutes(1))) struct AnyTransportTests {
    private let api = AnyTransportAPI()

    private var stub: Stub<AnyTransportAPI> {
        Stub(api).on(.get, "/who") { request in
            .text("\(request.header[.authorization] ?? "") \(request.header["X-Trace"] ?? "")")
        }
    }

    private let tokens = BearerTokens(for: URL("https://any.example"), BearerToken("t")) { $0 }

    /// Adds a field to each message.
    private static let traced: @Sendable (OutgoingRequest, NextTransport) async throws -> TransportResponse = {
        var request = $0
        request.header["X-Trace"] = "1"
        return try await $1(request)
    }

    @Test func `every decorator is available, in one chain`() async throws {
        let entries = Counter()
        let transport: any Transport = stub
        let session = transport.retrying(clock: ImmediateClock()).authenticating(with: tokens)
            .signing { $0.header["X-Signature"] = "s" }.adapting(Self.traced).logging { _ in entries.next() }
        #expect(try await session.perform(api.who) == "Bearer t 1")
        #expect(entries.count > 0)
        let inside: any Transport = session
        #expect(try await inside.retrying().logging { _ in }.perform(api.who) == "Bearer t 1")
    }

    @Test func `a decorator can be stored in place of its base`() async throws {
        var transport: any Transport = stub
        for _ in 0..<3 { transport = transport.adapting(Self.traced) }
        transport = transport.authenticating(with: tokens)
        #expect(try await transport.perform(api.who) == "Bearer t 1")
    }

    @Test func `transports are stored by a generic type, and by any`() async throws {
        let holder = Holder(transport: stub.adapting(Self.traced))
        #expect(try await holder.decorated.perform(api.who) == " 1")
        #expect(try await Holder(transport: holder.decorated).decorated.perform(api.who) == " 1")
        #expect(try await Client(transport: stub).transport.perform(api.who) == " 1")
        #expect(try await Self.chosen(true, stub).perform(api.who) == " 1")
        #expect(try await Self.chosen(false, stub).perform(api.who) == " ")
    }

    @Test func `every way of sending is available`() async throws {
        let transport: any Transport = stub.adapting(Self.traced)
        #expect(try await transport.response(for: api.who).resource == " 1")
        var lines: [String] = []
        for try await line in try await transport.stream(api.who.receiving(stream: .lines)) { lines.append(line) }
        #expect(lines == [" 1"])
        for try await page in transport.stream(api.who.pages(.pageNumber("page") { _ in true })) { lines.append(page) }
        #expect(lines == [" 1", " 1"])
        for try await event in transport.events(of: api.who) {
            if case .finished(_, let text) = event { lines.append(text) }
        }
        #expect(lines.count == 3)
        let text = await withCheckedContinuation { continuation in
            transport.perform(api.who) { continuation.resume(returning: try? $0.get().1) }
        }
        #expect(text == " 1")
    }

    @Test func `a description and a dump show only types`() {
        let session: any Transport = stub.authenticating(with: tokens)
        #expect("\(session)" == "Stub<AnyTransportAPI>, adapted")
        #expect(!Shown.texts(of: session).contains("Bearer"))
    }

    private static func chosen(_ isTraced: Bool, _ transport: any Transport) -> any Transport {
        isTraced ? transport.adapting(traced) : transport
    }

    private struct Holder<Base: Transport> {
        let transport: Base

        var decorated: some Transport { transport.retrying().logging { _ in } }
    }

    private struct Client {
        let transport: any Transport

        init(transport: any Transport) { self.transport = transport.retrying().adapting(traced) }
    }
}

private struct AnyTransportAPI: RequestProviding {
    var baseURL = URL("https://any.example")

    var who: Request<AnyTransportAPI, String> { self.get(.text, from: "/who") }
}
