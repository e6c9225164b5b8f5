import Foundation
import Requests
import RequestsTesting
import Testing

@testable import RequestsCaching

@Suite("The reason of a cache", .timeLimit(.minutes(1))) struct CacheReasonTests {
    /// Responds with the fields, or with a 304 to a conditional request.
    private func cached(
        _ header: HeaderFields, status: Int = 200, in storage: CacheStorage = .memory(limit: 1 << 20), _ date: TestDate
    ) -> some Transport {
        ScriptedTransport { request, _ in
            .made(request.header.contains(.ifNoneMatch) ? 304 : status, header, "body", url: request.urlText)
        }.caching(in: storage, date: date.now)
    }

    private func reason(
        _ transport: some Transport, _ header: HeaderFields = [], method: HTTPMethod = .get,
        policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) async throws -> String? {
        let request = OutgoingRequest(method: method, urlText: "http://h/a", header: header, cachePolicy: policy)
        let response = try await transport.send(request)
        _ = try await response.text()
        return response.head.cacheReason
    }

    @Test(arguments: [
        ("Cache-Control: max-age=60", 200, "stored"),
        ("Cache-Control: no-store", 200, "detail=\"not stored: the response has no-store\""),
        ("Cache-Control: max-age=60\nVary: *", 200, "detail=\"not stored: the response has Vary: *\""),
        ("Cache-Control: max-age=60", 206, "detail=\"not stored: the cache never stores a response with this status\""),
        (
            "Content-Type: text/plain", 500,
            "detail=\"not stored: a response with this status isn't cacheable by default\""
        ),
        (
            "Cache-Control: max-age=60\nContent-Length: 9", 200,
            "detail=\"not stored: the length of the content differs from the Content-Length\""
        ),
    ]) func `a response that isn't stored has a reason`(_ fields: String, _ status: Int, _ expected: String)
        async throws
    {
        let header = HeaderFields(
            fields.split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return HeaderField(HeaderField.Name(String(parts[0])), String(parts[1].dropFirst()))
            })
        #expect(try await reason(cached(header, status: status, TestDate())) == "fwd=uri-miss; \(expected)")
    }

    @Test func `a message that is sent has a reason`() async throws {
        let date = TestDate()
        let transport = cached(["Cache-Control": "max-age=60", "ETag": "\"1\"", "Vary": "Foo"], date)
        #expect(try await reason(transport) == "fwd=uri-miss; stored")
        #expect(try await reason(transport) == "hit")
        #expect(try await reason(transport, ["Foo": "1"]) == "fwd=vary-miss; stored")
        #expect(try await reason(transport, ["Cache-Control": "no-cache"]) == "fwd=request; fwd-status=304; stored")
        #expect(try await reason(transport, ["Cache-Control": "min-fresh=90"]) == "fwd=request; fwd-status=304; stored")
        #expect(try await reason(transport, policy: .reloadIgnoringLocalCacheData) == "fwd=request; stored")
        #expect(
            try await reason(transport, ["Cache-Control": "no-store"])
                == "fwd=request; detail=\"not stored: the request has no-store\"")
        #expect(try await reason(transport, ["Range": "bytes=9-"]) == "fwd=bypass")
        date.advance(by: 90)
        #expect(try await reason(transport, ["Cache-Control": "max-stale"]) == "hit; detail=\"stale\"")
        #expect(try await reason(transport) == "fwd=stale; fwd-status=304; stored")
        #expect(try await reason(transport, method: .post) == "fwd=method")
        #expect(
            try await reason(transport, ["Cache-Control": "only-if-cached"])
                == "detail=\"no response is stored, and the request has only-if-cached\"")
        #expect(try await reason(ScriptedTransport { _, _ in .made(200, [:]) }) == nil)
    }

    @Test func `a stale response that replaces an error has a reason`() async throws {
        let date = TestDate()
        let transport = ScriptedTransport { _, count in
            .made(count == 1 ? 200 : 503, ["Cache-Control": "max-age=60, stale-if-error=60"])
        }.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await reason(transport)
        date.advance(by: 90)
        #expect(try await reason(transport) == "fwd=stale; detail=\"the request failed\"")
    }

    @Test func `a response that the storage refuses has a reason`() async throws {
        let folder = DiskFixture()
        defer { withExtendedLifetime(folder) {} }
        let transport = cached(["Cache-Control": "max-age=60"], in: .disk(at: folder.url, limit: 1 << 20), TestDate())
        let expected =
            "fwd=uri-miss; detail=\"not stored: the response is too large for the storage, or contains secrets\""
        #expect(try await reason(transport, ["Authorization": "Bearer abc"]) == expected)
        #expect(try await reason(transport) == "fwd=uri-miss; stored")
    }

    @Test func `all reasons fit into the mark of a head`() {
        for forward in (0...7).compactMap(CacheReason.Forward.init) {
            for keeping in [nil] + (1...31).compactMap(CacheReason.Keeping.init) {
                let reason = CacheReason(forward, keeping)
                #expect(CacheReason(mark: reason.mark) == reason)
            }
        }
    }
}
