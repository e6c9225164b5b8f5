import Foundation
import Requests
import RequestsTesting
import Testing

/// Files from a browser and a proxy: Chromium 156 with Playwright, and mitmproxy 11.
@Suite("Recordings of browsers", .timeLimit(.minutes(1)))
struct BrowserRecordingTests {
    private struct Local: RequestProviding {
        let baseURL = URL("http://127.0.0.1:8080")
    }

    private struct Todo: Codable, Equatable, Sendable {
        var id: Int?
        var title: String
    }

    private struct Search: Codable, Sendable {
        var q = "tea & milk"
        var page = 1
    }

    private let api = Local()

    @Test(arguments: ["chromium.har", "mitmproxy.har"])
    func `each call is replayed`(name: String) async throws {
        let replaying = try Replaying(Recordings.file(name))
        let (head, todos) = try await replaying.response(
            for: api.get(.json([Todo].self), from: "/todos").adding(query: "page", 1))
        #expect(todos == [Todo(id: 1, title: "Tea ☕")])
        #expect(head.header["Content-Encoding"] == nil)
        #expect(head.contentLength == 34)
        // A redirect is followed.
        let (moved, others) = try await replaying.response(for: api.get(.json([Todo].self), from: "/old"))
        #expect(others == todos)
        #expect(moved.urlText == "http://127.0.0.1:8080/todos?page=2")
        #expect(try await replaying.perform(api.get(.text, from: "/latin")) == "Grüße")
        let created = try await replaying.perform(
            api.post(.json(Todo(title: "Milk")), to: "/todos").receiving(.json(Todo.self)))
        #expect(created == Todo(title: "Milk"))
        let found = try await replaying.perform(api.post(.form(Search()), to: "/search").receiving(.text))
        #expect(found == "found 21 bytes")
        #expect(try await replaying.perform(api.get(.data, from: "/dot.png")).count == 70)
    }

    @Test func `cookies of a browser are replayed`() async throws {
        let (head, page) = try await Replaying(Recordings.file("chromium.har")).response(for: api.get(.text, from: "/"))
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(head.cookies.map(\.name) == ["theme", "lang"])
        let error = await #expect(throws: TransportError.self) {
            try await Replaying(Recordings.file("chromium.har")).perform(api.get(.text, from: "/missing"))
        }
        #expect(error?.head?.status == .notFound)
    }

    @Test func `a binary body that a proxy wrote as characters is found`() async throws {
        let replaying = try Replaying(Recordings.file("mitmproxy.har"))
        let upload = api.post(.data(Data([0x00, 0xFF, 0x10])), to: "/upload").receiving(.text)
        #expect(try await replaying.perform(upload) == "found 3 bytes")
    }

    @Test func `new requests are appended to the file of a browser, whose entries stay`() async throws {
        try await Recordings.withFile(text: String(contentsOf: Recordings.file("chromium.har"), encoding: .utf8)) {
            file in
            let transport = try MadeResponses { _ in .text("new") }.recording(newRequestsTo: file)
            #expect(try await transport.perform(api.get(.text, from: "/latin")) == "Grüße")
            #expect(try await transport.perform(api.get(.text, from: "/new")) == "new")
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            let entries = try Recordings.entries(of: file)
            #expect(entries.count == 10)
            #expect(object?[path: "log.creator.name"] as? String == "Playwright")
            let old = try Recordings.entries(of: Recordings.file("chromium.har"))
            #expect(NSArray(array: Array(entries.prefix(9))) == NSArray(array: old))
        }
    }
}
