import Foundation
import Requests
import Testing

private struct KeyValue: Codable, Sendable {
    var key: Data
    var value: Data?
}

private struct Found: Decodable, Sendable {
    var kvs: [KeyValue]?
    var count: String?
}

private struct Refusal: Decodable, Sendable {
    let error: String
    let code: Int
}

/// The API of etcd, which writes integers of 64 bits as strings.
private struct Etcd: RequestProviding {
    let baseURL: URL
    var coding: Coding { Coding(integers: .text) }
}

private struct Lease: Codable, Sendable {
    var ID: Int64
    var TTL: Int64
}

extension ServerCheck {
    static let etcd: [ServerCheck] =
        ["plain", "Zoë 日本", "a/b?c", "\u{0}\u{1}\u{7F}", "", "😀"].map { text in
            ServerCheck(.etcd, "the value \(text.debugDescription)") { transport, api in
                let pair = KeyValue(key: Data("\(UUID())".utf8), value: Data(text.utf8))
                try await transport.perform(api.post(.json(pair), to: "/v3/kv/put"))
                let range = api.post(.json(KeyValue(key: pair.key)), to: "/v3/kv/range").receiving(.json(Found.self))
                let found = try await transport.perform(range)
                #expect(found.count == "1")
                #expect(found.kvs?.first?.value ?? Data() == pair.value)
                try await transport.perform(api.post(.json(KeyValue(key: pair.key)), to: "/v3/kv/deleterange"))
                try await #expect(transport.perform(range).kvs == nil)
            }
        } + [
            ServerCheck(.etcd, "the version") { transport, api in
                struct Version: Decodable, Sendable { let etcdserver: String }
                try await #expect(
                    transport.perform(api.get(.json(Version.self), from: "/version")).etcdserver.hasPrefix(
                        "3."))
            },
            ServerCheck(.etcd, "the health") { transport, api in
                struct Health: Decodable, Sendable { let health: String }
                try await #expect(transport.perform(api.get(.json(Health.self), from: "/health")).health == "true")
            },
            ServerCheck(.etcd, "a body that is refused") { transport, api in
                let error = try await failure(of: api.post(.json(["key": 1]), to: "/v3/kv/range"), on: transport)
                #expect(error.head?.status == 400)
                try #expect(error.decodeBody(.json(Refusal.self)).code == 3)
            },
            ServerCheck(.etcd, "a path that is missing") { transport, api in
                try await #expect(failure(of: api.get(from: "/v2/keys"), on: transport).head?.status == 404)
            },
            ServerCheck(.etcd, "an error with a trailer") { transport, api in
                let error = try await failure(of: api.post(.json(["ID": "12"]), to: "/v3/lease/revoke"), on: transport)
                #expect(error.head?.status == 404)
                try #expect(error.decodeBody(.json(Refusal.self)).code == 5)
            },
            ServerCheck(.etcd, "a lease") { transport, api in
                let etcd = Etcd(baseURL: api.baseURL)
                let grant = etcd.post(.json(Lease(ID: 0, TTL: 60)), to: "/v3/lease/grant")
                    .receiving(.json(Lease.self))
                let lease = try await transport.perform(grant)
                #expect(lease.ID > 0)
                #expect(lease.TTL == 60)
                let exact = try await transport.perform(grant.receiving(.json(JSONValue.self)))
                let id = try #require(exact["ID"]?.string.flatMap { Int64($0) })
                for id in [lease.ID, id] {
                    try await transport.perform(etcd.post(.json(["ID": id]), to: "/v3/lease/revoke"))
                }
            },
            ServerCheck(.etcd, "a watch") { transport, api in
                struct Watch: Encodable {
                    struct Create: Encodable { var key: Data }
                    var createRequest: Create
                }
                struct Change: Decodable, Sendable {
                    struct Event: Decodable, Sendable { let kv: KeyValue }
                    struct Content: Decodable, Sendable { let created: Bool?, events: [Event]? }
                    let result: Content
                }
                let key = Data("\(UUID())".utf8)
                let watch = api.post(.json(Watch(createRequest: .init(key: key))), to: "/v3/watch")
                var values: [Data?] = []
                for try await change in try await transport.stream(watch.receiving(stream: .jsonLines(Change.self))) {
                    if change.result.created == true {
                        try await transport.perform(
                            api.post(.json(KeyValue(key: key, value: Data("new".utf8))), to: "/v3/kv/put"))
                    }
                    values += (change.result.events ?? []).map(\.kv.value)
                    if !values.isEmpty { break }
                }
                #expect(values == [Data("new".utf8)])
            },
        ]
}
