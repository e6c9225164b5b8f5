#if XML
#if os(Linux) || os(macOS)
import Foundation
import Requests
import RequestsXML
import Testing

/// XML in another reader: the standard library of Python.
@Suite("XML as Python reads it") struct XMLReaderTests {
    private static let python: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(
        separator: ":"
    )
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.timeLimit(.minutes(1)), .enabled(if: python != nil, "there is no python3"))
    func `etree reads the written documents`() async throws {
        let values = [
            "plain": "a", "markup": "<&>\"']]><![CDATA[x]]>&amp;<!-- -->", "space": "  a\tb\n", "white": " ",
            "ends": "a\r\nb\rc",
            "wide": "äß日🙂e\u{301}👩‍👩‍👧\u{85}\u{2028}", "mark": "\u{FEFF}x\u{FFFD}", "é.b-c_d": "name",
        ]
        let data = try BodyFormat.xml(root: "r").data(from: values)
        let script = """
            import json, sys, xml.etree.ElementTree as tree
            root = tree.fromstring(sys.stdin.buffer.read())
            sys.stdout.write(json.dumps({child.tag: child.text or '' for child in root}))
            """
        let read = try await run(script, input: data)
        #expect(try JSONDecoder().decode([String: String].self, from: read) == values)
    }

    /// Runs a script on a separate thread, so that no task waits for a process.
    private func run(_ script: String, input: Data) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try Self.runNow(script, input: input) }) }
        }
    }

    private static func runNow(_ script: String, input: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: python ?? "/usr/bin/python3")
        process.arguments = ["-c", script]
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        try process.run()
        // The input is smaller than the capacity of a pipe, so it can be written at once.
        try stdin.fileHandleForWriting.write(contentsOf: input)
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return output
    }
}
#endif
#endif
