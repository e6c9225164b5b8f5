import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import Testing

/// A recording whose file grows with each exchange, and is complete after each exchange.
@Suite("Appending to a recording", .timeLimit(.minutes(1)))
struct AppendingTests {
    private func identity(of file: URL) throws -> UInt64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
    }

    private func urls(in file: URL) throws -> [String] {
        try Recordings.entries(of: file).compactMap { $0[path: "request.url"] as? String }.map { String($0.suffix(1)) }
    }

    @Test func `an exchange is appended to the file, which isn't rewritten`() async throws {
        try await Recordings.withFile { file in
            let transport = MadeResponses { .text($0.urlText) }.recording(to: file)
            _ = try await Recordings.text(transport, "https://api.example/0")
            // A hard link prevents the file system from using the number of the file again.
            let link = file.deletingLastPathComponent().appending(path: "link")
            try FileManager.default.linkItem(at: file, to: link)
            let start = try identity(of: file)
            for index in 1..<6 {
                let before = try Data(contentsOf: file)
                _ = try await Recordings.text(transport, "https://api.example/\(index)")
                let after = try Data(contentsOf: file)
                #expect(after.starts(with: before.dropLast("\n    ]\n  }\n}\n".utf8.count)))
                #expect(try urls(in: file) == (0...index).map(String.init))
            }
            #expect(try identity(of: file) == start)
        }
    }

    @Test func `a call that began earlier comes before those that ended earlier`() async throws {
        try await Recordings.withFile { file in
            let (arrived, gates) = ([Gate(), Gate(), Gate()], [Gate(), Gate(), Gate()])
            let transport = MadeResponses { message in
                let index = Int(message.urlText.suffix(1)) ?? 0
                if index < gates.count {
                    arrived[index].open()
                    await gates[index].opened()
                }
                return .text(message.urlText)
            }.recording(to: file)
            let first = try await Recordings.text(transport, "https://api.example/9")
            #expect(first.hasSuffix("9"))
            var tasks: [Task<String, any Error>] = []
            for index in 0..<3 {
                tasks.append(Task { try await Recordings.text(transport, "https://api.example/\(index)") })
                await arrived[index].opened()
            }
            for (index, expected) in [(2, "92"), (0, "902"), (1, "9012")] {
                gates[index].open()
                _ = try await tasks[index].value
                #expect(try urls(in: file).joined() == expected)
            }
            _ = try await Recordings.text(transport, "https://api.example/8")
            #expect(try urls(in: file).joined() == "90128")
        }
    }

    @Test func `a secret that becomes known late rewrites the file, and later calls are appended to the new file`()
        async throws
    {
        try await Recordings.withFile { file in
            let transport = MadeResponses { _ in .text("the key is SECRET-\u{e9}/late") }.recording(to: file)
            let api = AnonymousProvider("https://api.example")
            for path: URLPath in ["/0", "/1"] { _ = try await transport.perform(api.get(.text, from: path)) }
            #expect(try String(contentsOf: file, encoding: .utf8).contains("SECRET"))
            let signed = api.get(.text, from: "/2").authenticated(
                with: .apiKey("SECRET-\u{e9}/late", inHeader: "X-Key"))
            _ = try await transport.perform(signed)
            for path: URLPath in ["/3", "/4"] { _ = try await transport.perform(api.get(.text, from: path)) }
            #expect(try !String(contentsOf: file, encoding: .utf8).contains("SECRET"))
            #expect(try urls(in: file).joined() == "01234")
        }
    }

    @Test func `a missing or changed file is rewritten with all entries`() async throws {
        try await Recordings.withFile { file in
            let transport = MadeResponses { .text($0.urlText) }.recording(to: file)
            _ = try await Recordings.text(transport, "https://api.example/0")
            try FileManager.default.removeItem(at: file.deletingLastPathComponent())
            _ = try await Recordings.text(transport, "https://api.example/1")
            #expect(try urls(in: file).joined() == "01")
            try Data("changed".utf8).write(to: file)
            _ = try await Recordings.text(transport, "https://api.example/2")
            _ = try await Recordings.text(transport, "https://api.example/3")
            #expect(try urls(in: file).joined() == "0123")
        }
    }

    @Test func `known entries stay before the new ones`() async throws {
        try await Recordings.withFile(entries: Recordings.entry("/0", "old")) { file in
            let transport = try MadeResponses { .text($0.urlText) }.recording(newRequestsTo: file)
            for index in 0..<4 { _ = try await Recordings.text(transport, "https://api.example/\(index)") }
            #expect(try urls(in: file).joined() == "0123")
        }
    }

    @Test func `a call whose entry couldn't be written is in the file after the next one`() async throws {
        try await Recordings.withFile(text: "") { blocker in
            let file = blocker.appending(path: "below.har")
            let transport = MadeResponses { .text($0.urlText) }.recording(to: file)
            await #expect(throws: TransportError.self) { try await Recordings.text(transport, "https://api.example/0") }
            try FileManager.default.removeItem(at: blocker)
            _ = try await Recordings.text(transport, "https://api.example/1")
            _ = try await Recordings.text(transport, "https://api.example/2")
            #expect(try urls(in: file).joined() == "012")
        }
    }
}
