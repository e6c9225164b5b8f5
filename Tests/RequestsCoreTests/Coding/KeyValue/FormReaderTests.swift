#if os(Linux) || os(macOS)
import Foundation
import Requests
import Testing

/// Forms in another reader: the standard library of Python.
@Suite("Forms as Python reads them") struct FormReaderTests {
    @Test(
        .timeLimit(.minutes(1)), .enabled(if: Python.path != nil, "there is no python3"),
        arguments: [false, true])
    func `urllib reads the written form`(spacesAsPlus: Bool) async throws {
        let values = [
            "plain": ["a"], "space and + plus": ["a b+c", "  ", ""], "&=;#%?/": ["&=;#%?/", "%20", "a=b=c"],
            "äß日🙂e\u{301}": ["ÄÖÜ", "👩‍👩‍👧", "\u{0}\r\n\t"], "~-._*": ["~-._*'()!\"<>"],
        ]
        let data = try Coding(arrays: .repeated, spacesAsPlus: spacesAsPlus).formData(from: values)
        let script = """
            import json, sys, urllib.parse
            text = sys.stdin.buffer.read().decode('ascii')
            pairs = urllib.parse.parse_qs(text, keep_blank_values=True, strict_parsing=True, errors='strict')
            sys.stdout.write(json.dumps(pairs))
            """
        let read = try await Python.run(script, input: data)
        #expect(try JSONDecoder().decode([String: [String]].self, from: read) == values)
    }
}

/// Runs scripts on separate threads, so that no task waits for a process.
private enum Python {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static func run(_ script: String, input: Data) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try runNow(script, input: input) })
            }
        }
    }

    private static func runNow(_ script: String, input: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: path ?? "/usr/bin/python3")
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
