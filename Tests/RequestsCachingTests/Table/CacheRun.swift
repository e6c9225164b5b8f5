import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

@testable import RequestsCaching

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif

/// The transports on which the tables run.
enum Transports {
    static var all: [any Transport] {
        #if AsyncHTTPClient
        [URLSession.shared, HTTPClient.requests]
        #else
        [URLSession.shared]
        #endif
    }
}

/// A clock that a test sets.
final class TestDate: Sendable {
    private let date = Guarded(Message.start)

    var now: @Sendable () -> Date {
        { [self] in date.withLock { $0 } }
    }

    func advance(by seconds: Double) {
        date.withLock { $0 += seconds }
    }
}

/// Runs a line of a table on a transport.
struct CacheRun {
    let line: CacheCase
    let transport: any Transport
    var storage = CacheStorage.memory(limit: 1 << 20)

    func check() async throws {
        let responses = Guarded<[Message]>([line.response])
        let respond: @Sendable (RawRequest) -> String = { request in
            let count = responses.withLock(\.count)
            var response = responses.withLock { $0.last ?? Message("200") }
            let isConditional = (request.first("If-None-Match") ?? request.first("If-Modified-Since")) != nil
            if count == 2, isConditional, line.secondResponse == nil {
                response.start = "304"
                response.fields = []
            }
            let body = request.method == "HEAD" || response.start == "304" ? "" : "body \(count)"
            return RawServer.response(
                status: Int(response.start) ?? 200, reason: "R", fields: response.fields, body: body)
        }
        try await withRawServer(responding: respond) { server in
            let date = TestDate()
            let cached = transport.caching(in: storage, date: date.now)
            let first = try await send(line.first, to: server, by: cached)
            #expect(first.head.cacheStatus == .miss, "first")
            date.advance(by: line.seconds)
            responses.withLock { $0.append(line.secondResponse ?? line.response) }
            let before = server.requests.count
            do {
                let second = try await send(line.second, to: server, by: cached)
                let sent = server.requests.dropFirst(before).first
                check(second.head, second.body, sent)
            } catch let error as TransportError {
                #expect("\(error.code)" == line.outcome, "\(error)")
            }
        }
    }

    private func check(_ head: ResponseHead, _ body: String, _ sent: RawRequest?) {
        #expect(head.cacheStatus.map { "\($0)" } == line.outcome)
        switch head.cacheStatus {
        case .hit: #expect(sent == nil, "a hit sends nothing: \(sent?.headText ?? "")")
        case .miss: #expect(sent != nil || head.status == 504)
        case .revalidated: #expect(sent != nil)
        case .stale, nil: break
        }
        // URLSession on Linux does not deliver the body of a redirect.
        let isEmpty = head.status.isRedirection && body.isEmpty
        if line.second.start != "HEAD", !isEmpty, ![204, 206, 304, 504].contains(head.status.rawValue) {
            #expect(body == (head.cacheStatus == .miss ? "body 2" : "body 1"))
        }
        for check in line.checks { self.check(check, head, sent) }
    }

    private func check(_ check: String, _ head: ResponseHead, _ sent: RawRequest?) {
        if let status = Int(check) {
            #expect(head.status.rawValue == status)
            return
        }
        let isWire = check.hasPrefix(">")
        let text = isWire ? String(check.dropFirst()) : check
        if text.hasPrefix("!") {
            let name = String(text.dropFirst())
            #expect((isWire ? sent?.first(name) : head.header[HeaderField.Name(name)]) == nil, "\(check)")
            return
        }
        guard let field = Message("x " + text).fields.first else {
            Issue.record("the check \(check) is none")
            return
        }
        let value = isWire ? sent?[field.0].joined(separator: ", ") : head.header[HeaderField.Name(field.0)]
        #expect(value == field.1, "\(check)")
    }

    private func send(
        _ message: Message, to server: RawServer, by transport: any Transport
    ) async throws -> (head: ResponseHead, body: String) {
        var request = OutgoingRequest(
            method: HTTPMethod(message.start.isEmpty ? "GET" : message.start),
            urlText: server.origin + "/a?b=c",
            header: HeaderFields(message.fields.map { HeaderField(HeaderField.Name($0.0), $0.1) }),
            cachePolicy: message.policy)
        request.options.policy.redirects = .stop
        if !request.method.isSafe { request.body = .data(Data("x".utf8)) }
        let response = try await transport.send(request)
        let body = try await response.body.collect(upTo: 1_000)
        return (response.head, String(decoding: body, as: UTF8.self))
    }
}
