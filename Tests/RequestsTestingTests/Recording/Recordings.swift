import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// Files of recordings for tests.
enum Recordings {
    /// Calls a function with the URL of a file that does not exist, and removes the file afterwards.
    static func withFile<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.appending(path: "calls.har"))
    }

    /// Calls a function with a file of these entries.
    static func withFile<Result>(entries: String, _ body: (URL) async throws -> Result) async throws -> Result {
        try await withFile(text: #"{"log": {"version": "1.2", "entries": [\#(entries)]}}"#, body)
    }

    /// Calls a function with a file of this text.
    static func withFile<Result>(text: String, _ body: (URL) async throws -> Result) async throws -> Result {
        try await withFile { file in
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return try await body(file)
        }
    }

    /// Returns an entry of a GET, with more members of the response.
    static func entry(
        _ target: String, _ body: String = "", method: String = "GET", request: String = "", response: String = ""
    ) -> String {
        #"""
        {"startedDateTime": "2026-01-02T03:04:05.678Z",
        "request": {"method": "\#(method)", "url": "https://api.example\#(target)"\#(request)},
        "response": {"status": 200, "content": {"text": "\#(body)"}\#(response)}}
        """#
    }

    /// Returns the entries of a file, as another program reads them.
    static func entries(of file: URL) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        return try #require((object?["log"] as? [String: Any])?["entries"] as? [[String: Any]])
    }

    /// Returns a file of this folder.
    static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files").appending(path: name)
    }

    /// Sends a message, and reads the whole response.
    static func response(
        _ transport: some Transport, _ message: OutgoingRequest
    ) async throws -> (head: ResponseHead, body: Data) {
        let response = try await transport.send(message)
        return (response.head, try await response.body.collect(upTo: 1 << 24))
    }

    /// Sends a GET, and returns the text of the response.
    static func text(_ transport: some Transport, _ url: String) async throws -> String {
        String(decoding: try await response(transport, OutgoingRequest(urlText: url)).body, as: UTF8.self)
    }

    static var session: URLSession { URLSession(configuration: .ephemeral) }
}

extension [String: Any] {
    /// Returns the value at a path of names and indices.
    subscript(path path: String) -> Any? {
        var value: Any? = self
        for name in path.split(separator: ".") {
            value = Int(name).map { (value as? [Any])?[$0] } ?? (value as? [String: Any])?[String(name)]
        }
        return value
    }
}

/// A transport that returns the responses of a function, without redirects and hops.
struct MadeResponses: Transport {
    let make: @Sendable (OutgoingRequest) async throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send(by: make)
    }
}
