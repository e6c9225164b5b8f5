#if os(Linux) || os(macOS)
import Foundation
import Requests
import TestSupport
import Testing

/// Forms that another reader parses: `email` of Python.
@Suite("Multipart forms, read by Python", .timeLimit(.minutes(1)))
struct MultipartReaderTests {
    /// A part as Python parses it.
    private struct ReadPart: Decodable, Equatable {
        var name: String?
        var file: String?
        var type: String
        var fields: [String: String]
        /// The content in base64.
        var content: Data
    }

    private static let script = """
        import base64, email, email.policy, json, sys
        content = sys.stdin.buffer.read()
        message = email.message_from_bytes(content, policy=email.policy.HTTP)
        parts = [{
            "name": part.get_param("name", header="content-disposition"),
            "file": part.get_filename(),
            "type": part.get_content_type(),
            "fields": {name: str(value) for name, value in part.items() if name.startswith("X-")},
            "content": base64.b64encode(part.get_payload(decode=True)).decode(),
        } for part in message.iter_parts()]
        assert not message.defects, message.defects
        print(json.dumps(parts))
        """

    private static let python: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let files = folders.map { URL(filePath: String($0)).appending(component: "python3") }
        return files.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    private func read(_ message: OutgoingRequest, by python: URL) throws -> [ReadPart] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = python
        process.arguments = ["-c", Self.script]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let type = message.header["Content-Type"] ?? ""
        let content = try bytes(of: message.body)
        let writer = Thread {
            try? input.fileHandleForWriting.write(contentsOf: Data("Content-Type: \(type)\r\n\r\n".utf8) + content)
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try JSONDecoder().decode([ReadPart].self, from: data)
    }

    /// Makes random bytes, with many line ends and dashes among them.
    private func content(_ generator: inout SeededGenerator) -> Data {
        let lively = Array("\r\n--\0\u{FF}a".utf8)
        return Data(
            (0..<Int.random(in: 0...400, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? lively.randomElement(using: &generator) ?? 0 : UInt8.random(in: .min ... .max, using: &generator)
            })
    }

    @Test(.enabled(if: python != nil, "there is no python3"), arguments: 1...5)
    func `every part is read as it was written`(seed: UInt64) throws {
        let python = try #require(Self.python)
        var generator = SeededGenerator(seed: seed)
        try withTemporaryDirectory { directory in
            var parts: [Part] = []
            var expected: [ReadPart] = []
            for index in 0..<40 {
                let content = content(&generator)
                switch index % 4 {
                case 0:
                    parts.append(Part("data \(index)", .data(content, contentType: .png), fileName: "a;b=\(index).png"))
                    expected.append(
                        .init(
                            name: "data \(index)", file: "a;b=\(index).png", type: "image/png", fields: [:],
                            content: content)
                    )
                case 1:
                    let url = directory.appending(component: "f\(index).jpeg")
                    try content.write(to: url)
                    parts.append(Part("file[]", file: url).setting(headerField: "X-Id", index))
                    expected.append(
                        .init(
                            name: "file[]", file: "f\(index).jpeg", type: "image/jpeg", fields: ["X-Id": "\(index)"],
                            content: content
                        )
                    )
                case 2:
                    let text = String(decoding: content, as: UTF8.self)
                    parts.append(Part("text", text))
                    expected.append(
                        .init(name: "text", file: nil, type: "text/plain", fields: [:], content: Data(text.utf8)))
                default:
                    parts.append(Part("q\"\r\n", .stream(contentType: .pdf) { InputStream(data: content) }))
                    expected.append(
                        .init(name: "q%22%0D%0A", file: nil, type: "application/pdf", fields: [:], content: content))
                }
            }
            let form = BodyProvider.multipart(boundary: seed.isMultiple(of: 2) ? "a (b):?='c" : nil) { parts }
            let message = try AnonymousProvider("https://h").post(form, to: "/").resolve()
            let read = try read(message, by: python)
            #expect(read.count == expected.count)
            for (read, expected) in zip(read, expected) { #expect(read == expected) }
        }
    }
}
#endif
