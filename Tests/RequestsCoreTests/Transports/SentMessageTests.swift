import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

/// Changes of decorators, which are checked before the message is sent over the wire.
@Suite("The message as it is sent", .timeLimit(.minutes(1)))
struct SentMessageTests {
    enum Change: CaseIterable {
        case value, name, length, url, method

        func callAsFunction(_ request: inout OutgoingRequest) -> RequestErrorCode {
            switch self {
            case .value:
                request.header["X-Bad"] = "a\r\nX-Evil: 1"
                return .invalidHeaderValue
            case .name:
                request.header.append(HeaderField("X-Bad\r\nX-Evil", "1"))
                return .invalidHeaderName
            case .length:
                request.header["Content-Length"] = "7"
                return .reservedHeaderField
            case .url:
                request.urlText += "?a=\r\nX-Evil: 1"
                return .invalidURL
            case .method:
                request.method = "GET / HTTP/1.1\r\nX-Evil: 1\r\n\r\nGET"
                return .invalidMethod
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `a line break that a decorator adds is an error on one line`(change: Change) async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let lines = Guarded<[String]>([])
            let transport = URLSession.shared
                .logging { entry in lines.withLock { $0 += [entry.details, "\(entry)"] } }
                .adapting { request, next in
                    var request = request
                    _ = change(&request)
                    return try await next(request)
                }
            let error = await #expect(throws: TransportError.self) {
                try await transport.perform(server.api.get(.none, from: "/a"))
            }
            var changed = OutgoingRequest(urlText: "https://h")
            #expect(error?.code == change(&changed))
            #expect(server.requests.isEmpty)
            for text in lines.withLock({ $0 }) + [error?.description ?? "", error?.request?.wireFormat() ?? ""] {
                let shown = text.split { $0.isNewline }
                #expect(!shown.contains { $0.drop { "<>! ".contains($0) }.hasPrefix("X-Evil") }, "\(text)")
            }
        }
    }

    @Test func `a decorator's valid change is sent`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let transport = URLSession.shared.adapting { request, next in
                var request = request
                request.header["X-Good"] = "a\tb"
                request.urlText += "?a=%0D%0A"
                return try await next(request)
            }
            try await transport.perform(server.api.get(.none, from: "/a"))
            #expect(server.requests.first?["X-Good"] == ["a\tb"])
            #expect(server.requests.first?.target == "/a?a=%0D%0A")
        }
    }
}
