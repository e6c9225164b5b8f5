import Foundation
import Requests

extension TransportConformance {
    /// Multipart forms are sent completely, from memory, files and streams.
    static let forms: [ConformanceCase] = [
        ConformanceCase(.uploads, "a form of a text, a file and a stream of known length") { stage in
            let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let file = try stage.file(content)
            let stream = BodyProvider { _, _ in .stream(length: content.count) { InputStream(data: content) } }
            let request = try await sent(
                [Part("title", "Ä"), Part("file", BodyProvider { _, _ in .file(file) }), Part("s", stream)], stage)
            try stage.expect(Data(request.body) == form("Ä", content), "the form", request.shownBody)
            try stage.expect(request["Content-Type"], ["multipart/form-data; boundary=x"], "Content-Type")
            // A chunked stream of known length is also legal.
            let framing = request["Content-Length"] + request["Transfer-Encoding"]
            try stage.expect([["\(request.body.count)"], ["chunked"]].contains(framing), "a framing", "\(framing)")
        },
        ConformanceCase(.uploads, "a form with a stream of unknown length goes in chunks") { stage in
            let content = Data(repeating: 0x61, count: 100_000)
            let file = try stage.file(content)
            let stream = BodyProvider { _, _ in .stream(length: nil) { InputStream(data: content) } }
            let request = try await sent(
                [Part("title", "b"), Part("file", BodyProvider { _, _ in .file(file) }), Part("s", stream)], stage)
            try stage.expect(Data(request.body) == form("b", content), "the form", request.shownBody)
            try stage.expect(request["Transfer-Encoding"].map { $0.lowercased() }, ["chunked"], "Transfer-Encoding")
            try stage.expect(request["Content-Length"], [], "Content-Length")
        },
        ConformanceCase(.uploads, "a file of a form that vanishes while the form goes out is an error") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let file = try stage.file(Data(count: 100))
            // The file exists when the request is resolved, but is deleted when the preceding part is read.
            let stream = BodyProvider { _, _ in
                .stream(length: 1_000_000) {
                    try? FileManager.default.removeItem(at: file)
                    return InputStream(data: Data(count: 1_000_000))
                }
            }
            let form = BodyProvider.multipart(boundary: "x") {
                Part("s", stream)
                Part("scan", .file(file))
            }
            let outcome = await stage.exchange(server.request(.post).sending(form))
            try stage.expect(outcome, .failure(.bodyUnreadable), .whole)
            guard case .failure(let failure) = outcome else { return }
            try stage.expect(failure.message.contains("scan"), "the name of the part", failure.message)
            try stage.expect(server.requests.count, 0, "the number of requests")
        },
    ]

    /// Sends a form, and returns the request that arrived.
    private static func sent(_ parts: [Part], _ stage: Stage) async throws -> RawRequest {
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        try await stage.expect(
            server.request(.post).sending(.multipart(boundary: "x") { parts }), .response("hi"))
        return try stage.unwrap(server.requests.first, "a request")
    }

    /// Makes the bytes of the form: a text, and the same content twice.
    private static func form(_ text: String, _ content: Data) -> Data {
        func part(_ name: String, _ content: Data) -> Data {
            Data("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + content + Data("\r\n".utf8)
        }
        return part("title", Data(text.utf8)) + part("file", content) + part("s", content) + Data("--x--\r\n".utf8)
    }
}

extension RawRequest {
    /// The beginning of the body, for a failure message.
    fileprivate var shownBody: String { "\(body.count) bytes: \(String(decoding: body.prefix(300), as: UTF8.self))" }
}
