import Foundation
import Testing

/// A page of the documentation.
struct Document: Sendable {
    let name: String
    let text: String

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folders of the pages, one for each module that has pages.
    private static let catalogues = [
        "Requests", "RequestsEndpoints", "RequestsTesting", "RequestsOpenAPI", "RequestsCaching", "RequestsConformance",
    ].map { root.appending(path: "Sources/\($0)/\($0).docc") }

    private static let sampleFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")

    private init(_ url: URL) throws {
        name = url.lastPathComponent
        text = try String(contentsOf: url, encoding: .utf8)
    }

    /// Reads a page of a catalogue.
    init(page: String) throws {
        let pages = Self.catalogues.map { $0.appending(path: page) }
        try self.init(try #require(pages.first { FileManager.default.fileExists(atPath: $0.path) }, "no page \(page)"))
    }

    /// The first line.
    var title: Substring { text.prefix { $0 != "\n" } }

    /// Reads the contents or a chapter of the tutorial.
    init(tutorial: String) throws { try self.init(Self.catalogues[1].appending(path: "\(tutorial).tutorial")) }

    /// Reads a file that a step of the tutorial shows.
    init(code file: String) throws { try self.init(Self.catalogues[1].appending(path: "Resources/\(file)")) }

    /// Reads a file that is compiled.
    init(sample file: String) throws { try self.init(Self.sampleFolder.appending(path: file)) }

    /// Returns the names of the files that the tutorial shows.
    static func tutorialFiles() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: catalogues[1].appending(path: "Resources").path))
    }

    /// Reads the README.
    static func readme() throws -> Document { try Document(root.appending(path: "README.md")) }

    /// Reads the results of all conformance cases.
    static func conformanceMatrix() throws -> Document {
        try Document(root.appending(path: "Tests/ConformanceTests/Results/Matrix.md"))
    }

    /// Reads the instructions for reporting a vulnerability.
    static func securityPolicy() throws -> Document { try Document(root.appending(path: ".github/SECURITY.md")) }

    /// Reads the files of a name in the folder of the tests.
    static func testFiles(named name: String) throws -> [Document] {
        let folder = root.appending(path: "Tests")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("/\(name)") }
            .map { try Document(folder.appending(path: $0)) }
    }

    /// Returns whether the repository contains a file at a path.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// Reads the pages of each catalogue.
    static func pages() throws -> [[Document]] {
        try catalogues.map { catalogue in
            try FileManager.default.subpathsOfDirectory(atPath: catalogue.path).filter { $0.hasSuffix(".md") }
                .map { try Document(catalogue.appending(path: $0)) }
        }
    }

    /// Reads the README and every page.
    static func all() throws -> [Document] { try [readme()] + pages().joined() }

    /// Returns the lines of the files that are compiled.
    static func samples() throws -> [[Substring]] {
        try FileManager.default.contentsOfDirectory(at: sampleFolder, includingPropertiesForKeys: nil)
            .map { try Document($0).text.split(separator: "\n", omittingEmptySubsequences: false) }
    }
}

extension Document {
    /// A block of code, with the line on which it begins.
    struct Block: Sendable, CustomTestStringConvertible {
        let page: String
        let line: Int
        let language: String
        var lines: [Substring] = []

        var text: String { lines.joined(separator: "\n") }

        /// The lines joined by spaces, for a message that the page shows on several lines.
        var unwrapped: String { lines.joined(separator: " ") }
        var testDescription: String { "\(page), line \(line)" }
    }

    /// The blocks of code, in order.
    var blocks: [Block] {
        var blocks: [Block] = []
        var open: Block?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let block = open, line == "```" {
                blocks.append(block)
                open = nil
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("```") {
                open = Block(page: name, line: index + 1, language: String(line.dropFirst(3)))
            }
        }
        return blocks
    }

    /// Returns the rows of the tables below a heading, without the header rows.
    func rows(below heading: String) throws -> [[Substring]] {
        let start = try #require(text.range(of: "\n\(heading)\n"), "no heading \(heading)").upperBound
        let lines = text[start...].split(separator: "\n").prefix { !$0.hasPrefix("#") }
        return lines.split { !$0.hasPrefix("|") }.flatMap { table in
            table.dropFirst(2).map { row in
                row.dropFirst(2).dropLast(2).replacing(" | ", with: "\u{0}")
                    .split(separator: "\u{0}", omittingEmptySubsequences: false).map { Substring($0) }
            }
        }
    }
}
