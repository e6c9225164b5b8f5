import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

private struct Problem: Decodable, Sendable, Equatable { var title: String }

private struct Shop: RequestProviding {
    typealias Failure = Problem
    var baseURL: URL
}

/// Downloads over a socket, with URLSession.
@Suite("Download", .timeLimit(.minutes(1)))
struct DownloadTests {
    private let session = URLSession.shared

    @Test(arguments: [nil, "old"])
    func `the content is at the destination, and nothing else is`(old: String?) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "big file.iso")
            if let old { try Data(old.utf8).write(to: file) }
            try await withRawServer(responding: { _ in RawServer.ok("new", fields: [("X-A", "b")]) }) { server in
                let head = try await session.download(server.api.get(from: "/big.iso"), to: file)
                #expect(head.status == .ok && head.header["X-A"] == "b")
                #expect(file.text == "new")
                #expect(directory.names == ["big file.iso"])
                #expect(server.requests.map { $0["Accept-Encoding"] } == [["identity"]])
                #expect(server.requests.first?["Range"] == [])
            }
        }
    }

    @Test(
        arguments: [
            ("attachment; filename=a.tar.gz", "/x", ["a.tar.gz", "a.tar-2.gz", "a.tar-3.gz"]),
            ("attachment; filename=../a", "/x", ["a", "a-2", "a-3"]),
            (nil, "/b/film%201.mp4?x=1", ["film 1.mp4", "film 1-2.mp4", "film 1-3.mp4"]),
            (nil, "/", ["download", "download-2", "download-3"]),
        ] as [(String?, String, [String])])
    func `a download into a directory has the name that the server proposes, and replaces nothing`(
        _ disposition: String?, _ path: String, _ names: [String]
    ) async throws {
        let counter = Guarded(0)
        try await withTemporaryDirectory { directory in
            let fields = disposition.map { [("Content-Disposition", $0)] } ?? []
            try await withRawServer(responding: { _ in
                counter.withLock { $0 += 1 }
                return RawServer.ok("content \(counter.withLock { $0 })", fields: fields)
            }) { server in
                let request = server.api.get(from: URLPath(absolute: try #require(URL(string: server.origin + path))))
                for (index, name) in names.enumerated() {
                    let file = try await session.download(request, into: directory)
                    #expect(file.lastPathComponent == name)
                    #expect(file.text == "content \(index + 1)")
                }
                #expect(directory.names == names.sorted())
            }
        }
    }

    @Test func `a failed download into a directory leaves nothing`() async throws {
        try await withTemporaryDirectory { directory in
            let gone = RawServer.response(status: 404, reason: "Not Found", body: "")
            try await withRawServer(responding: { _ in gone }) { server in
                let error = await #expect(throws: TransportError.self) {
                    try await session.download(server.api.get(from: "/x"), into: directory)
                }
                #expect(error?.code == .unacceptableStatus)
            }
            let none = RawServer.response(status: 304, reason: "Not Modified", body: "")
            try await withRawServer(responding: { _ in none }) { server in
                let error = await #expect(throws: TransportError.self) {
                    try await session.download(server.api.get(from: "/x").accepting(304), into: directory)
                }
                #expect(error?.code == .fileWriteFailed)
                #expect(error?.message == "the response (304 Not Modified) has no content to save")
            }
            #expect(directory.names == [])
        }
    }

    @Test func `an Accept-Encoding of the request stays`() async throws {
        try await withTemporaryDirectory { directory in
            try await withRawServer(responding: { _ in RawServer.ok("new") }) { server in
                let request = server.api.get(from: "/").setting(headerField: .acceptEncoding, "br")
                try await session.download(request, to: directory.appending(path: "a"))
                #expect(server.requests.map { $0["Accept-Encoding"] } == [["br"]])
            }
        }
    }

    @Test func `a failed response is decoded, and isn't written`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try Data("old".utf8).write(to: file)
            let problem = RawServer.response(status: 404, reason: "Not Found", body: #"{"title":"Gone"}"#)
            try await withRawServer(responding: { _ in problem }) { server in
                let error = await session.failure(of: Shop(baseURL: server.baseURL).get(from: "/x"), to: file)
                #expect(error?.code == .unacceptableStatus)
                #expect(error?.failure == Problem(title: "Gone"))
                #expect(error?.head?.status == .notFound)
                #expect(error?.request?.urlText == server.origin + "/x")
                #expect(error?.body == Data(#"{"title":"Gone"}"#.utf8))
                let request = Shop(baseURL: server.baseURL).get(from: "/x").accepting(.any)
                try await session.download(request, to: file)
                #expect(file.text == #"{"title":"Gone"}"#)
            }
            #expect(directory.names == ["a"])
        }
    }

    @Test func `a failed response is read up to the limit for content in memory`() async throws {
        try await withTemporaryDirectory { directory in
            let problem = RawServer.response(status: 404, reason: "Not Found", body: "0123456789")
            try await withRawServer(responding: { _ in problem }) { server in
                let request = server.api.get(from: "/").setting(\.policy.responseSizeLimit, 9)
                let error = await session.failure(of: request, to: directory.appending(path: "a"))
                #expect(error?.code == .responseTooLarge)
            }
            #expect(directory.names == [])
        }
    }

    // The bodies without their last byte. With chunks, this byte is the final line feed, which doesn't affect the
    // content.
    private static let bodies = [
        ("Content-Length: 10", "0123456789"), ("Transfer-Encoding: chunked", "3\r\n012\r\n7\r\n3456789\r\n0\r\n\r"),
    ]

    @Test(arguments: bodies, [false, true])
    func `a truncated response doesn't become the file`(_ body: (field: String, text: String), isResuming: Bool)
        async throws
    {
        let lengths = Guarded(Array(0..<body.text.utf8.count))
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try Data("old".utf8).write(to: file)
            try await withRawServer({ connection in
                let length = lengths.withLock { $0.removeFirst() }
                try connection.respond("HTTP/1.1 200 OK\r\n\(body.field)\r\n\r\n\(body.text.prefix(bytes: length))")
            }) { server in
                for length in 0..<body.text.utf8.count {
                    let error = await session.failure(of: server.api.get(from: "/"), to: file, resuming: isResuming)
                    #expect(error?.code == .connectionLost, "after \(length) bytes")
                    #expect(file.text == "old")
                    #expect(directory.names == ["a"])
                }
            }
        }
    }

    @Test(arguments: [
        "Content-Length: 10\r\n\r\n0123456789", "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n",
    ])
    func `a download has a separate limit`(response: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try await withRawServer(responding: { _ in "HTTP/1.1 200 OK\r\n" + response }) { server in
                let request = server.api.get(from: "/").setting(\.policy.responseSizeLimit, 1)
                let error = await session.failure(of: request.setting(\.policy.downloadSizeLimit, 9), to: file)
                #expect(error?.code == .responseTooLarge)
                #expect(
                    error?.message.contains(
                        "the limit of 9 bytes: raise the limit with setting(\\.policy.downloadSizeLimit")
                        == true)
                #expect(error?.head?.status == .ok)
                #expect(directory.names == [])
                for limit in [-1, .min, 0] {
                    let error = await session.failure(of: request.setting(\.policy.downloadSizeLimit, limit), to: file)
                    #expect(error?.code == .responseTooLarge)
                }
            }
        }
    }

    @Test func `compressed content is decompressed only if the request wants it compressed`() async throws {
        // gzip of a hundred times "a".
        let gzip = Data(base64Encoded: "H4sIAAAAAAAC/0tMpD0AAGR6cK9kAAAA") ?? Data()
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try await withRawServer({ connection in
                try connection.respond(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nETag: \"1\"\r\nContent-Length: \(gzip.count)\r\n\r\n"
                )
                try connection.send(Array(gzip))
            }) { server in
                let request = server.api.get(from: "/")
                let error = await session.failure(of: request, to: file, resuming: true)
                #expect(error?.code == .malformedResponse)
                #expect(error?.head?.status == .ok)
                #expect(directory.names == [])
                let compressed = request.setting(headerField: .acceptEncoding, "gzip")
                try await session.download(compressed, to: file, resuming: true)
                #expect(file.text == String(repeating: "a", count: 100))
                #expect(directory.names == ["a"])
            }
        }
    }

    @Test func `the last response of a redirect is the file`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try await withRawServer(responding: { request in
                guard request.target == "/" else { return RawServer.ok("new") }
                return RawServer.response(status: 302, reason: "Found", fields: [("Location", "/b")], body: "moved")
            }) { server in
                let head = try await session.download(server.api.get(from: "/"), to: file)
                #expect(head.urlText == server.origin + "/b")
                #expect(file.text == "new")
                let error = await session.failure(
                    of: server.api.get(from: "/").setting(\.policy.redirects, .stop), to: directory.appending(path: "b")
                )
                #expect(error?.body == Data("moved".utf8))
            }
            #expect(directory.names == ["a"])
        }
    }

    @Test(arguments: [false, true])
    func `content that arrives faster than it is read doesn't wait in memory`(isWrapped: Bool) async throws {
        let chunk = [UInt8](repeating: 0x61, count: 1_000_000)
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try await withRawServer({ connection in
                try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n")
                for _ in 0..<20 { try connection.send(chunk) }
            }) { server in
                let request = server.api.get(from: "/").setting(\.policy.responseSizeLimit, 1)
                if isWrapped {
                    try await Wrapping(base: session).download(request, to: file)
                } else {
                    try await session.download(request, to: file)
                }
                #expect(try Data(contentsOf: file).count == 20_000_000)
                #expect(directory.names == ["a"])
            }
        }
    }

    @Test func `cancelling leaves nothing behind`() async throws {
        let arrived = Gate(), closed = Gate()
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try await withRawServer({ connection in
                try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                arrived.open()
                connection.waitUntilPeerCloses()
                closed.open()
            }) { server in
                let called = Gate()
                let handle = session.download(server.api.get(from: "/"), to: file) { result in
                    #expect(throws: TransportError.self) { try result.get() }
                    if case .failure(let error) = result { #expect(error.code == .cancelled) }
                    called.open()
                }
                await arrived.opened()
                handle.cancel()
                await called.opened()
                await closed.opened()
            }
            #expect(directory.names == [])
        }
    }

    @Test func `a function is called on a queue`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try await withRawServer(responding: { _ in RawServer.ok("new") }) { server in
                let result = await withCheckedContinuation { continuation in
                    session.download(server.api.get(from: "/"), to: file, callbackQueue: .global()) {
                        continuation.resume(returning: $0)
                    }
                }
                let status = try result.get().status
                #expect(status == .ok)
                #expect(file.text == "new")
            }
        }
    }
}

/// A custom transport around another transport.
private struct Wrapping<Base: Transport>: Transport {
    let base: Base

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in try await base.send(message) }
    }
}

extension String {
    /// Returns the first bytes of an ASCII text.
    func prefix(bytes count: Int) -> String { String(decoding: utf8.prefix(count), as: UTF8.self) }
}
