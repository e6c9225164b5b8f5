import Foundation
import Requests
import Testing

private struct Refusal: Decodable, Sendable {
    struct Detail: Decodable, Sendable { let code, message: String }
    let errors: [Detail]
}

/// The digests of the contents that the checks send.
private enum Blob {
    static let hello = Data("hello".utf8)
    static let digest = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
}

extension ServerCheck {
    static let registry: [ServerCheck] = [
        ServerCheck(.registry, "the version of the API") { transport, api in
            let (head, _) = try await transport.response(for: api.get(from: "/v2/"))
            #expect(head.header["Docker-Distribution-Api-Version"] == "registry/2.0")
        },
        ServerCheck(.registry, "a manifest that is missing") { transport, api in
            let error = try await failure(of: api.get(from: "/v2/nobody/manifests/latest"), on: transport)
            #expect(error.head?.status == 404)
            try #expect(error.decodeBody(.json(Refusal.self)).errors.first?.code == "MANIFEST_UNKNOWN")
        },
        ServerCheck(.registry, "a name that is refused") { transport, api in
            let error = try await failure(of: api.get(from: "/v2/No%20body/manifests/latest"), on: transport)
            #expect([400, 404].contains(error.head?.status.code))
        },
        ServerCheck(.registry, "a blob at once") { transport, api in
            let name = "at-once-\(UUID().uuidString.lowercased())"
            let next = try await upload(to: name, on: transport, api)
            let put = api.put(.data(Blob.hello), to: next).adding(query: "digest", Blob.digest)
            try await #expect(transport.response(for: put).head.status == 201)
            let get = api.get(.data, from: "/v2/\(name)/blobs/\(Blob.digest)")
            try await #expect(transport.perform(get) == Blob.hello)
        },
        ServerCheck(.registry, "a blob in chunks") { transport, api in
            let name = "in-chunks-\(UUID().uuidString.lowercased())"
            var next = try await upload(to: name, on: transport, api)
            for (offset, chunk) in [(0, "he"), (2, "llo")] {
                let patch = api.patch(.data(Data(chunk.utf8)), to: next)
                    .setting(headerField: "Content-Range", "\(offset)-\(offset + chunk.utf8.count - 1)")
                let (head, _) = try await transport.response(for: patch)
                #expect(head.status == 202)
                next = try location(of: head)
            }
            let put = api.put(to: next).adding(query: "digest", Blob.digest)
            try await #expect(transport.response(for: put).head.status == 201)
            let (head, _) = try await transport.response(for: api.head("/v2/\(name)/blobs/\(Blob.digest)"))
            #expect(head.header["Content-Length"] == "5")
        },
        ServerCheck(.registry, "a blob with another digest") { transport, api in
            let next = try await upload(to: "refused", on: transport, api)
            let put = api.put(.data(Data("other".utf8)), to: next).adding(query: "digest", Blob.digest)
            let error = try await failure(of: put, on: transport)
            #expect(error.head?.status == 400)
            try #expect(error.decodeBody(.json(Refusal.self)).errors.first?.code == "DIGEST_INVALID")
        },
        ServerCheck(.registry, "a blob as a stream") { transport, api in
            let name = "as-stream-\(UUID().uuidString.lowercased())"
            let next = try await upload(to: name, on: transport, api)
            let patch = api.patch(.stream { InputStream(data: Blob.hello) }, to: next)
            let then = try location(of: try await transport.response(for: patch).head)
            try await transport.perform(api.put(to: then).adding(query: "digest", Blob.digest))
            let get = api.get(.data, from: "/v2/\(name)/blobs/\(Blob.digest)")
            try await #expect(transport.perform(get) == Blob.hello)
        },
        ServerCheck(.registry, "a part of a blob") { transport, api in
            let name = "parts-\(UUID().uuidString.lowercased())"
            let next = try await upload(to: name, on: transport, api)
            try await transport.perform(api.put(.data(Blob.hello), to: next).adding(query: "digest", Blob.digest))
            let get = api.get(.text, from: "/v2/\(name)/blobs/\(Blob.digest)").setting(headerField: .range(1...3))
            try await #expect(transport.perform(get) == "ell")
        },
        ServerCheck(.registry, "a catalogue by pages") { transport, api in
            struct Catalogue: Decodable, Sendable { let repositories: [String] }
            for count in 1...3 {
                let name = "pages-\(count)"
                let next = try await upload(to: name, on: transport, api)
                try await transport.perform(api.put(.data(Blob.hello), to: next).adding(query: "digest", Blob.digest))
            }
            let pages = api.get(.json(Catalogue.self), from: "/v2/_catalog?n=1").pages(.linkHeader)
            var names: [String] = []
            for try await page in transport.stream(pages) { names += page.repositories }
            #expect(Set(names).isSuperset(of: ["pages-1", "pages-2", "pages-3"]))
            #expect(Set(names).count == names.count)
        },
        ServerCheck(.registry, "a blob that is removed") { transport, api in
            let name = "removed-\(UUID().uuidString.lowercased())"
            let next = try await upload(to: name, on: transport, api)
            try await transport.perform(api.put(.data(Blob.hello), to: next).adding(query: "digest", Blob.digest))
            let blob: URLPath = "/v2/\(name)/blobs/\(Blob.digest)"
            try await #expect(transport.response(for: api.delete(blob)).head.status == 202)
            try await #expect(failure(of: api.get(from: blob), on: transport).head?.status == 404)
        },
    ]

    /// Starts an upload, and returns its URL.
    private static func upload(to name: String, on transport: any Transport, _ api: ServerAPI) async throws -> URLPath {
        try location(of: try await transport.response(for: api.post(to: "/v2/\(name)/blobs/uploads/")).head)
    }

    private static func location(of head: ResponseHead) throws -> URLPath {
        URLPath(absolute: try #require(head.header["Location"].flatMap(URL.init(string:))))
    }
}
