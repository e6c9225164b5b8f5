#if os(Linux) || os(macOS)
import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Forms that another program writes: `email` of Python.
@Suite("Multipart forms, written by Python", .timeLimit(.minutes(1)))
struct MultipartPeerTests {
    /// A part for Python to write.
    private struct PeerPart: Codable {
        var name: String
        var file: String?
        var type: String
        /// The content in base64.
        var content: Data
    }

    /// The body as Python wrote it.
    private struct PeerForm: Decodable {
        var type: String
        /// The body in base64.
        var body: Data
    }

    private static let script = """
        import base64, email.policy, json, sys
        from email.message import Message
        form = Message(policy=email.policy.HTTP)
        form["Content-Type"] = "multipart/form-data"
        form.set_boundary(sys.argv[1])
        form.preamble = "This is a form."
        form.epilogue = "It ends here."
        for spec in json.load(sys.stdin):
            part = Message(policy=email.policy.HTTP)
            part["Content-Type"] = spec["type"]
            fields = {"name": spec["name"]}
            file = spec.get("file")
            if file is not None:
                fields["filename"] = file if file.isascii() else ("utf-8", "", file)
            part.add_header("Content-Disposition", "form-data", **fields)
            part.set_payload(base64.b64decode(spec["content"]).decode("ascii", "surrogateescape"))
            form.attach(part)
        head, _, body = form.as_bytes().partition(b"\\r\\n\\r\\n")
        print(json.dumps({"type": form["Content-Type"], "body": base64.b64encode(body).decode()}))
        """

    private static let python: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let files = folders.map { URL(filePath: String($0)).appending(component: "python3") }
        return files.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    private func write(_ parts: [PeerPart], boundary: String, by python: URL) throws -> PeerForm {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = python
        process.arguments = ["-c", Self.script, boundary]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let data = try JSONEncoder().encode(parts)
        let writer = Thread {
            try? input.fileHandleForWriting.write(contentsOf: data)
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let form = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try JSONDecoder().decode(PeerForm.self, from: form)
    }

    @Test(.enabled(if: python != nil, "there is no python3"), arguments: 1...5)
    func `every part is read as it was written`(seed: UInt64) throws {
        let python = try #require(Self.python)
        var generator = SeededGenerator(seed: seed)
        let boundary = seed.isMultiple(of: 2) ? "a (b):?='c" : "=-=-=\(seed)"
        let names = ["a", "a b", "q\"u\\o'te", "semi;colon=1", "100% ", "x\\"]
        let files: [String?] = [nil, "a.png", "na\u{EF}ve \u{20AC}.txt", "q\"\\.png", "a;b.png"]
        let parts = (0..<40).map { index in
            // Python writes each line end as CRLF.
            let lively = ["\r\n", "--", "--\(boundary)x", "\r\n--", "\u{0}", "é", "a"]
            let content = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                lively.randomElement(using: &generator) ?? ""
            }
            return PeerPart(
                name: "\(names[index % names.count])\(index)" + (index == 5 ? "\\" : ""),
                file: files.randomElement(using: &generator) ?? nil, type: "image/x-\(index)",
                content: Data(content.joined().utf8))
        }
        let form = try write(parts, boundary: boundary, by: python)
        let read = try BodyFormat.multipart.value(
            [String: FileValue].self, from: form.body, contentType: MediaType(form.type))
        #expect(read.count == parts.count)
        for part in parts {
            #expect(
                read[part.name]
                    == FileValue(part.content, fileName: part.file, contentType: MediaType(part.type)))
        }
    }
}
#endif
