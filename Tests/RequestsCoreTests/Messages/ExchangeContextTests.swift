import Foundation
import Requests
import RequestsTesting
import TestSupport
import Testing

@testable import RequestsCore

/// The state of a call that travels with its messages.
@Suite("ExchangeContext", .timeLimit(.minutes(1)))
struct ExchangeContextTests {
    private static let api = AnonymousProvider("https://h")

    @Test func `a resolved message counts as checked until a change that affects the wire`() throws {
        let message = try Self.api.post(.text("a"), to: "/n").adapting { $0.header["A"] = "1" }.resolve()
        #expect(message.context.checked == .message)
        let changes: [((inout OutgoingRequest) -> Void, isURLChecked: Bool)] = [
            ({ $0.method = "a b" }, true), ({ $0.urlText = "https://h/ " }, false), ({ $0.header["A"] = "x\ny" }, true),
            ({ $0.body = .none }, true), ({ $0.timeoutInterval = 0 }, true),
            ({ $0.options.allowsDotSegments = true }, false), ({ $0.options.policy.totalTimeout = .zero }, false),
        ]
        for (change, isURLChecked) in changes {
            var changed = message
            change(&changed)
            #expect(changed.context.checked == (isURLChecked ? .url : .nothing))
        }
        #expect(OutgoingRequest(urlText: "https://h").context.checked == .nothing)
    }

    @Test func `a URL that was changed first is checked after a change of the header`() throws {
        var message = try Self.api.get(from: "/n").resolve()
        message.urlText = "https://h/ "
        message.header["A"] = "1"
        #expect(throws: TransportError.self) { try message.validate() }
    }

    @Test func `a call and its attempts keep a checked message checked`() throws {
        var message = try Self.api.post(.text("a"), to: "/n").idempotent(.keyed).resolve()
        message.beginCall()
        message.addUserAgent()
        #expect(message.header.contains(.idempotencyKey) && message.header.contains(.userAgent))
        #expect(message.context.checked == .message && message.context.deadline != nil)
    }

    @Test func `a decorator's change is checked before it is sent, and only then`() async throws {
        let stub = Stub(Self.api).on(.get, "/") { _ in .text("a") }
        let signing = stub.signing { $0.header["A"] = "x\ny" }
        let error = await #expect(throws: TransportError.self) {
            try await signing.perform(Self.api.get(.text, from: "/"))
        }
        #expect(error?.code == .invalidHeaderValue)
    }

    @Test func `a stream has the API and the endpoint of its request`() throws {
        let request = Self.api.get(from: "/events").receiving(stream: .lines)
        let context = try request.resolve().context
        #expect(context.api == AnonymousProvider.self)
        #expect(context.reading == .chunks)
    }
}
