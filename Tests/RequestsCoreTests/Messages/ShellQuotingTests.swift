import Foundation
import Requests
import Testing

@testable import RequestsCore

struct ShellQuotingTests {
    static let words = [
        "", "plain", "two words", "it's", "'", "''", "'; echo injected; '",
        "$HOME `id` $(id) \\ \" ! * ? ~ # & | ; < > ( )",
        "line\nbreak", "tab\t", "-n", "Zoë 🙂",
        // A quote and a combining mark are a single Character, but a shell still sees the quote.
        "'\u{301}; echo injected; '\u{301}", "'\u{200D}", "'\u{FE0F}x",
    ]

    @Test(arguments: words)
    func `a quote is never inside the quotes`(word: String) {
        // Outside of '…' a shell must see only \'.
        var outside: [UInt8] = []
        var isInside = false
        for byte in ShellQuoting.quoted(word).utf8 {
            if byte == UInt8(ascii: "'"), outside.last != UInt8(ascii: "\\") || isInside {
                isInside.toggle()
                outside.append(0x20)
            } else if !isInside {
                outside.append(byte)
            }
        }
        #expect(!isInside)
        let rest = String(decoding: outside, as: UTF8.self).replacing("\\'", with: "")
        #expect(rest.allSatisfy { $0 == " " })
    }

    #if os(Linux) || os(macOS)
    @Test(.timeLimit(.minutes(1)), arguments: words)
    func `a shell reads the word back`(word: String) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "printf %s \(ShellQuoting.quoted(word))"]
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(Array(data) == Array(word.utf8))
    }
    #endif
}
