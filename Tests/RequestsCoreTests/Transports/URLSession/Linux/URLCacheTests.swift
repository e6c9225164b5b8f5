#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import Requests
import Testing
@testable import RequestsCore

import RequestsConformance
import TestSupport

/// The behaviour of URLCache on Linux, and its consequences for the library.
@Suite(.timeLimit(.minutes(1))) struct URLCacheTests {
    private static let cacheable = RawServer.ok("from the server", fields: [("Cache-Control", "max-age=60")])

    @Test func `Foundation stores no response, so the shared cache is left out`() async throws {
        try await withRawServer(responding: { _ in Self.cacheable }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/a")
                .with(cachePolicy: .returnCacheDataElseLoad)
            for _ in 0..<2 { _ = try await URLSession(configuration: .default).perform(request) }
            #expect(server.requests.count == 2)
            let stored = try URLCache.shared.cachedResponse(for: request.toURLRequest())
            #expect(stored == nil)
        }
    }

    @Test func `a user's own cache that was filled by hand still responds`() async throws {
        try await withRawServer(responding: { _ in Self.cacheable }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/a")
                .with(cachePolicy: .returnCacheDataElseLoad)
            let urlRequest = try request.toURLRequest()
            let url = try #require(urlRequest.url)
            let response = try #require(
                HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Cache-Control": "max-age=60"])
            )
            let configuration = URLSessionConfiguration.default
            let cache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil)
            cache.storeCachedResponse(
                CachedURLResponse(response: response, data: Data("from the cache".utf8)), for: urlRequest
            )
            configuration.urlCache = cache
            let text = try await URLSession(configuration: configuration).perform(request)
            #expect(text == "from the cache")
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `the user's own configuration keeps its cache`() {
        let session = URLSession(configuration: .default)
        _ = URLSessionTransport.for(session)
        #expect(session.configuration.urlCache === URLCache.shared)
    }
}
#endif
