import Foundation
import Requests

struct Echo: Transport {
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let head = ResponseHead(status: .ok, url: request.url)
        return TransportResponse(
            head: head, body: MessageBody(Data(request.url.absoluteString.utf8)))
    }
}

struct Library: Transport {
    let books: [URL: String]

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        guard let book = books[request.url] else {
            return TransportResponse(
                head: ResponseHead(status: .notFound, url: request.url))
        }
        let head = ResponseHead(
            status: .ok, header: [.contentType(.json)], url: request.url)
        return TransportResponse(head: head, body: MessageBody(Data(book.utf8)))
    }
}

struct LoggingTransport: Transport {
    let base: any Transport
    let log: @Sendable (String) -> Void

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            var message = message
            // request.send follows redirects, and calls this closure again
            message.options.policy.redirects = .stop
            let response = try await base.send(message)
            // without the secrets of the URL
            log("\(message) \(response.head.status)")
            return response
        }
    }
}

struct Counting<Base: Transport>: Transport {
    let base: Base
    let counter: Counter

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        await counter.count(request.options.label)
        return try await base.send(request)
    }
}

extension Transport {
    func counting(with counter: Counter) -> some Transport {
        Counting(base: self, counter: counter)
    }
}

enum Label: RequestOption { static var defaultValue: String { "" } }

extension RequestOptions {
    var label: String {
        get { self[Label.self] }
        set { self[Label.self] = newValue }
    }
}

func load<R: RequestConvertible>(
    _ request: R, by client: Client
) async throws -> R.Resource {
    let (data, response) = try await client.load(request.toURLRequest())
    return try request.resource(from: ResponseHead(response), data)
}

actor Counter {
    private(set) var counts: [String: Int] = [:]

    func count(_ label: String) { counts[label, default: 0] += 1 }
}

/// A client that accepts only a URLRequest.
struct Client {
    let status: Int

    func load(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badURL) }
        return (Data(#"{"title":"Faust"}"#.utf8), response)
    }
}

enum TransportSamples {
    static func labelled(_ request: Request<AnonymousProvider, String>) -> Request<AnonymousProvider, String> {
        let labelled = request.setting(\.label, "profile")
        return labelled
    }
}
