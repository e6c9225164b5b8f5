import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport

/// Transports that each have one fault, and otherwise behave like URLSession.
enum Fault: String, CaseIterable, Sendable {
    case losesContent, losesFields, leaksCredentials, takesPartForWhole, followsNothing, forgetsQuery, losesAll
    case throwsUntyped, sendsTwice, trapsInNothingButHangs, endsBrokenBodies, acceptsAll, sendsGarbage

    /// The ID of the case that must find the fault.
    var caseID: String {
        switch self {
        case .losesContent: "uploads/1 bytes from data"
        case .losesFields: "responses/a field"
        case .leaksCredentials: "redirects/302 of GET to another origin takes no credentials along"
        case .takesPartForWhole: "breaks/closed in the content with a length"
        case .followsNothing: "redirects/303 makes POST GET"
        case .forgetsQuery: "requests/the target /a?b=c&d=e"
        case .losesAll: "framing/Content-Length"
        case .throwsUntyped: "connections/refused"
        case .sendsTwice: "methods/POST with content"
        case .trapsInNothingButHangs: "statuses/204 ends with its head"
        case .endsBrokenBodies: "breaks/chunks that came before the break are given"
        case .acceptsAll: "streaming/a failed response is a typed error before its first line"
        case .sendsGarbage: "framing/Content-Length"
        }
    }
}

struct FaultyTransport: Transport {
    var fault: Fault?

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var request = request
        switch fault {
        case .losesContent:
            request.body = .data(Data())
        case .forgetsQuery:
            request.urlText = String(request.urlText.prefix { $0 != "?" })
        case .followsNothing:
            request.options.policy.redirects = .stop
        case .leaksCredentials:
            return try await leaking(request)
        case .throwsUntyped:
            struct Odd: Error {}
            throw Odd()
        case .sendsTwice:
            _ = try await URLSession.shared.send(request).body.collect(upTo: .max)
        case .trapsInNothingButHangs:
            // Not even a cancellation ends this wait.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        case .sendsGarbage:
            try await Self.sendGarbage(to: request.urlText)
        case .losesFields, .takesPartForWhole, .losesAll, .endsBrokenBodies, .acceptsAll, nil:
            break
        }
        let response = try await URLSession.shared.send(request)
        switch fault {
        case .losesFields:
            return TransportResponse(
                head: ResponseHead(status: response.head.status, urlText: response.head.urlText), body: response.body
            )
        case .takesPartForWhole:
            var data = Data()
            do { for try await chunk in response.body { data += chunk } } catch {}
            return TransportResponse(head: response.head, body: MessageBody(data))
        case .losesAll:
            return TransportResponse(head: response.head)
        case .endsBrokenBodies:
            return TransportResponse(head: response.head, body: MessageBody(EndingBody(base: response.body)))
        case .acceptsAll:
            let header: HeaderFields = ["Content-Type": "text/event-stream"]
            return TransportResponse(
                head: ResponseHead(status: .ok, header: header, urlText: response.head.urlText), body: response.body)
        default:
            return response
        }
    }

    /// Sends bytes that aren't a request on a separate connection, and waits until the server has closed it.
    private static func sendGarbage(to url: String) async throws {
        guard let port = URL(string: url)?.port else { return }
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let client = try RawSocket.connected(toPort: port)
                        try client.send("garbage\r\n\r\n")
                        _ = try client.receiveAll()
                    })
            }
        }
    }

    private func leaking(_ request: OutgoingRequest) async throws -> TransportResponse {
        var request = request
        request.options.policy.redirects = .stop
        while true {
            let response = try await URLSession.shared.send(request)
            guard let location = response.head.header["Location"] else { return response }
            request.urlText = location
        }
    }
}

/// A body that ends normally if its base fails.
private struct EndingBody: AsyncSequence, Sendable {
    let base: MessageBody

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator

        mutating func next() async throws -> Data? { try? await base.next() }
    }
}
