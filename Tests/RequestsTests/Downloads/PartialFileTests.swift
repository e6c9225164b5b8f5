import Foundation
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

/// A change to a partial file, by a user or by the end of the process.
private struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The offset from which the next download resumes; `nil` if it starts again.
    let offset: Int?
    let change: @Sendable (_ directory: URL) throws -> Void

    init(_ name: String, goesOnFrom offset: Int? = nil, _ change: @escaping @Sendable (URL) throws -> Void) {
        (testDescription, self.offset, self.change) = (name, offset, change)
    }

    static let all = [
        Damage("none", goesOnFrom: 5) { _ in },
        Damage("truncated") { try Data("012".utf8).write(to: $0.content) },
        Damage("empty") { try Data().write(to: $0.content) },
        Damage("longer") { try Data("012345".utf8).write(to: $0.content) },
        Damage("changed in place") { directory in
            let handle = try FileHandle(forWritingTo: directory.content)
            try handle.write(contentsOf: Data("x".utf8))
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: Date.distantPast], ofItemAtPath: directory.content.path)
        },
        Damage("without the bytes") { try FileManager.default.removeItem(at: $0.content) },
        Damage("without the note") { try FileManager.default.removeItem(at: $0.note) },
        Damage("an empty note") { try Data().write(to: $0.note) },
        Damage("half a note") { try Data(contentsOf: $0.note).prefix(40).write(to: $0.note) },
        Damage("a note of something else") { try Data(#"{"a":1}"#.utf8).write(to: $0.note) },
        Damage("a huge note") { try Data(count: 1 << 20).write(to: $0.note) },
        Damage("a validator that ends the line") { try $0.rewriteNote(#"\"1\""#, #"\"1\"\r\nX-A: b"#) },
        Damage("a validator that is weak") { try $0.rewriteNote(#"\"1\""#, #"W\/\"1\""#) },
        Damage("a total below the size") { try $0.rewriteNote(#""total":10"#, #""total":4"#) },
        Damage("a negative total") { try $0.rewriteNote(#""total":10"#, #""total":-1"#) },
        // If the process ends, there is no time to store the size and the date.
        Damage("a killed process", goesOnFrom: 5) { try $0.removeSeal() },
        Damage("a killed process, in the middle of a chunk", goesOnFrom: 3) {
            try $0.removeSeal()
            try Data("012".utf8).write(to: $0.content)
        },
    ]
}

extension URL {
    fileprivate var content: URL { appending(path: "content") }
    fileprivate var note: URL { appending(path: "note.json") }

    fileprivate func rewriteNote(_ old: String, _ new: String) throws {
        let text = try String(contentsOf: note, encoding: .utf8)
        let changed = text.replacing(old, with: new)
        try #require(changed != text)
        try Data(changed.utf8).write(to: note)
    }

    fileprivate func removeSeal() throws {
        var object = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: note)) as? [String: Any])
        try #require(object.removeValue(forKey: "seal") != nil)
        try JSONSerialization.data(withJSONObject: object).write(to: note)
    }
}

@Suite("PartialFile", .timeLimit(.minutes(1)))
struct PartialFileTests {
    private let api = AnonymousProvider("http://h")
    private let cutOff = Prepared.Response(fields: ["ETag": "\"1\"", "Content-Length": "10"], chunks: ["01", "234"])
    private let whole = Prepared.Response(fields: ["ETag": "\"1\"", "Content-Length": "10"], chunks: ["0123456789"])

    private func rest(from offset: Int) -> Prepared.Response {
        let text = String("0123456789".dropFirst(offset))
        return .init(status: .partialContent, fields: ["Content-Range": "bytes \(offset)-9/10"], chunks: [text])
    }

    @Test(arguments: Damage.all)
    fileprivate func `a damaged partial file isn't used`(_ damage: Damage) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let first = await Prepared(cutOff).failure(of: api.get(from: "/"), to: file, resuming: true)
            #expect(first?.code == .connectionLost)
            try damage.change(directory.appending(path: "a.partial"))
            let transport = Prepared(damage.offset.map(rest) ?? whole)
            try await transport.download(api.get(from: "/"), to: file, resuming: true)
            #expect(transport.requests.map { $0.header["Range"] } == [damage.offset.map { "bytes=\($0)-" }])
            #expect(file.text == "0123456789")
            #expect(directory.names == ["a"])
        }
    }

    @Test func `another request doesn't resume, and no secret is stored`() async throws {
        let requests = [
            api.get(from: "/b"), api.get(from: "/a").adding(query: "page", 2),
            AnonymousProvider("http://i").get(from: "/a").adding(query: "token", "se-cret"),
            api.get(from: "/a").adding(query: "token", "se-cret").using(method: "QUERY"),
            api.get(from: "/a").adding(query: "token", "se-cret").sending(.text("a")).allowingBody(),
        ]
        for request in requests {
            try await withTemporaryDirectory { directory in
                let file = directory.appending(path: "a")
                let first = api.get(from: "/a").adding(query: "token", "se-cret")
                    .authenticated(with: .bearerToken("hidden"))
                _ = await Prepared(cutOff).failure(of: first, to: file, resuming: true)
                let note = try #require(directory.appending(path: "a.partial/note.json").text)
                #expect(!note.contains("se-cret") && !note.contains("hidden"))
                let transport = Prepared(whole)
                try await transport.download(request, to: file, resuming: true)
                #expect(transport.requests.map { $0.header["Range"] } == [nil])
                #expect(file.text == "0123456789")
            }
        }
    }

    @Test func `other credentials resume the download`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            func request(_ token: String) -> Request<AnonymousProvider, Void> {
                api.get(from: "/a").adding(query: "token", token).authenticated(with: .bearerToken(token))
            }
            _ = await Prepared(cutOff).failure(of: request("old"), to: file, resuming: true)
            try await Prepared(rest(from: 5)).download(request("new"), to: file, resuming: true)
            #expect(file.text == "0123456789")
        }
    }

    @Test func `a request with a range or another method isn't resumed`() async throws {
        for request in [api.get(from: "/").setting(headerField: .range(0...9)), api.post(to: "/"), api.delete("/")] {
            try await withTemporaryDirectory { directory in
                _ = await Prepared(cutOff).failure(of: request, to: directory.appending(path: "a"), resuming: true)
                #expect(directory.names == [])
            }
        }
    }

    @Test func `while one download uses the partial file, another uses a second one`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let held = try #require(try PartialFile(destination: file.path, fingerprint: "1"))
            #expect(try PartialFile(destination: file.path, fingerprint: "1") == nil)
            try await Prepared(whole).download(api.get(from: "/"), to: file, resuming: true)
            #expect(file.text == "0123456789")
            let error = await Prepared(cutOff).failure(of: api.get(from: "/"), to: file, resuming: true)
            #expect(error?.code == .connectionLost)
            #expect(directory.names == ["a", "a.partial", "a.partial/content"])
            held.abandon()
            #expect(directory.names == ["a"])
            let next = try #require(try PartialFile(destination: file.path, fingerprint: "1"))
            #expect(next.earlier == nil)
            next.abandon()
        }
    }

    @Test func `a download succeeds without the directory of its partial file`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            // A link without a target: the directory can be neither made nor opened.
            try FileManager.default.createSymbolicLink(
                atPath: directory.appending(path: "a.partial").path, withDestinationPath: "nothing")
            try await Prepared(whole).download(api.get(from: "/"), to: file, resuming: true)
            #expect(file.text == "0123456789")
        }
    }

    @Test func `earlier content stays if the limit or the volume ends a download`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let request = api.get(from: "/")
            _ = await Prepared(cutOff).failure(of: request, to: file, resuming: true)
            let small = request.setting(\.policy.downloadSizeLimit, 9)
            let error = await Prepared(rest(from: 5)).failure(of: small, to: file, resuming: true)
            #expect(error?.code == .responseTooLarge)
            try await Prepared(rest(from: 5)).download(request, to: file, resuming: true)
            #expect(file.text == "0123456789")
        }
    }

    @Test func `a resumed download ignores the accepted statuses`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let request = api.get(from: "/").accepting(.codes(200))
            _ = await Prepared(cutOff).failure(of: request, to: file, resuming: true)
            let head = try await Prepared(rest(from: 5)).download(request, to: file, resuming: true)
            #expect(head.status == .partialContent)
            #expect(file.text == "0123456789")
        }
    }
}
