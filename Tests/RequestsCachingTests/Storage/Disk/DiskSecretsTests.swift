import Foundation
import Requests
import Testing

@testable import RequestsCaching

@Suite struct DiskSecretsTests {
    private static let key = CacheKey(url: "http://localhost/a?q=1")

    static let secret: [StoredHead] = [
        .of(isSensitive: true), .of(["X-Auth-Token": "canary"]),
        .of(HeaderFields([HeaderField("X-Mine", "canary", isSensitive: true)])),
        .of(["Location": "/next?access_token=canary"]), .of(["Content-Location": "http://me:canary@localhost/"]),
        .of(["Link": "</?page=2&api_key=canary>; rel=next"]), .of(["WWW-Authenticate": "Digest nonce=canary"]),
    ]

    @Test(arguments: secret.indices) func `A response with a secret is not stored`(index: Int) async throws {
        let (disk, head) = (DiskFixture(), Self.secret[index])
        #expect(await disk.store().write(head, for: Self.key, byteCount: 3) == nil)
        #expect(disk.names.isEmpty)
        let store = disk.store(storesSecrets: true)
        try await store.put(Self.key.url, bytes(3), head: head)
        #expect(await store.entries(for: Self.key).map(\.head.header) == [head.header])
        #expect(await store.entries(for: Self.key).map(\.head.isSensitive) == [head.isSensitive])
    }

    @Test(arguments: secret.indices) func `A new head with a secret removes the response`(index: Int) async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put(Self.key.url, bytes(5000))
        let entry = try #require(await store.entries(for: Self.key).first)
        await store.update(entry, to: Self.secret[index])
        #expect(disk.names.isEmpty)
    }

    @Test func `A response is stored without its cookies, unless secrets are stored`() async throws {
        let head = StoredHead.of(["Set-Cookie": "id=canary", "A": "1", "set-cookie": "x=canary"])
        for storesSecrets in [false, true] {
            let disk = DiskFixture()
            let store = disk.store(storesSecrets: storesSecrets)
            try await store.put(Self.key.url, bytes(3), head: head)
            #expect(await store.entries(for: Self.key).map(\.head.header) == [storesSecrets ? head.header : ["A": "1"]])
            let contents = String(decoding: try disk.bytes(endingIn: "cached"), as: UTF8.self)
            #expect(contents.contains("canary") == storesSecrets)
        }
    }
}
