#if YAML
import Foundation
import Requests
import RequestsOpenAPI
import RequestsYAML
import Testing

@Suite("Writing documents in YAML") struct YAMLWritingTests {
    /// Returns a document with an extension.
    private func document(_ value: JSONValue) throws -> OpenAPI {
        let content: JSONValue = [
            "openapi": "3.1.1", "info": ["title": "T", "version": "1"], "paths": [:], "x-a": value,
        ]
        return try OpenAPI(Data(content.description.utf8))
    }

    /// Returns the lines of YAML for a value.
    private func yaml(_ value: JSONValue) throws -> String {
        let text = String(decoding: try document(value).yaml, as: UTF8.self)
        let begin = "openapi: 3.1.1\ninfo:\n  title: T\n  version: '1'\npaths: {}\nx-a:"
        #expect(text.hasPrefix(begin))
        return String(text.dropFirst(begin.count))
    }

    @Test func `a document looks as a person writes it`() throws {
        let value: JSONValue = [
            "description": "Sorted by *price*.\n\n- first: the `cheap` ones 🍵\n- \"then\" the others\n",
            "tags": ["items", "on sale", "no"], "empty": [], "none": [:], "max": 9_223_372_036_854_775_807,
            "responses": ["200": ["$ref": "#/components/responses/Found", "description": "It's 50 % off"]],
            "list": [["name": "a", "required": true], ["name": .null]], "url": "https://a.example/b?c=d#e",
            "media": "*/*", "pattern": "^[a-z]: \\d+$", "date": "2001-12-14", "time": "12:30:45", "id": "1.2.3",
        ]
        let text = """

              description: |
                Sorted by *price*.

                - first: the `cheap` ones 🍵
                - "then" the others
              tags:
              - items
              - on sale
              - 'no'
              empty: []
              none: {}
              max: 9223372036854775807
              responses:
                '200':
                  $ref: '#/components/responses/Found'
                  description: It's 50 % off
              list:
              - name: a
                required: true
              - name: null
              url: https://a.example/b?c=d#e
              media: '*/*'
              pattern: '^[a-z]: \\d+$'
              date: '2001-12-14'
              time: '12:30:45'
              id: 1.2.3

            """
        #expect(try yaml(value) == text)
    }

    /// Texts that a plain scalar doesn't express, or that have a special meaning in YAML.
    private static let texts: [String] = {
        let words = [
            "", "~", "null", "NULL", "true", "False", "yes", "No", "on", "OFF", "y", "N", "<<", "=", "1", "-1", "+1",
            "1e3", "1E400", "0x1", "0o7", "007", "08", "0b1", "1_000", "1.", ".5", "+.5", "-.5e-1", ".inf", "-.INF",
            ".nan", "1:30", "190:20:30.15", "2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43", "- a",
            "-", "--", "---", "--- a", "...", "... a", "a: b", "a:", ":", ": a", "a :b", "#x", "a #x", "a#x", "? a",
            "?", "[a]", "{a}", "a]", "a, b", ",", "&a", "*a", "!a", "!!str 1", "|", ">", "|-", "@a", "`a", "%a",
            "'", "''", "\"", "\\", "\\n", "'a'", "\"a\"", "it's \"so\"", " a", "a ", " ", "  ", "\t", "\ta", "a\t",
            "a\tb", "\n", "\n\n", "a\n", "a\n\n", "a\n\n\n", "\na", " \na", "a\n ", "a \nb", "a\n b\nc", "a\n\n\nb",
            "a\tb\nc", "a\r\nb", "a\rb", "a\u{85}b", "a\u{2028}b", "\u{2029}", "a\nb\u{85}c", "# a\nb", "- a\n- b",
            "---\na", "...\na\n", "a: b\nc: d", "\u{0}", "a\u{0}b\n", "\u{1B}", "\u{7F}", "\u{9F}", "\u{A0}",
            "\u{FEFF}", "\u{FEFF}a", "a\n\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{D7FF}", "e\u{301}", "é", "🍵",
            "🍵: #a\n👩‍👩‍👧\n", "\u{10FFFF}", "x-y", String(repeating: "long words ", count: 200) + "end",
            String(repeating: "k", count: 2_000), "0", "-0", "0.10", "Infinity", "NaN", "none", "nil",
        ]
        return words + words.map { "a\n" + $0 } + words.map { $0 + "\nb" } + words.map { "x" + $0 + "x" }
    }()

    @Test func `every text is read back, as a value, in a list and as a name`() throws {
        // Yams loses a byte order mark at the beginning of a text.
        for text in Self.texts where text.unicodeScalars.first != "\u{FEFF}" {
            let value: JSONValue = [
                "a": .string(text), "b": [.string(text), [.string(text)], ["c": .string(text)]], "d": ["e": [:]],
                "f": .object(JSONValue.Object([(key: text, value: .string(text)), (key: "end\n", value: true)])),
            ]
            let document = try document(value)
            let read = try OpenAPI(yaml: document.yaml)
            #expect(read == document, "\(text.debugDescription)")
            #expect(read.data == document.data, "\(text.debugDescription)")
        }
    }

    @Test(arguments: ["\u{E000}", "\u{F8FF}🍵", "\u{E000}🍵\n\u{E001}"])
    func `characters for private use are read back`(text: String) throws {
        let document = try document([.string(text), "🍵🍫"])
        #expect(try OpenAPI(yaml: document.yaml) == document)
    }

    @Test func `more characters than there are substitutes are escaped`() throws {
        let all = (0x10000..<0x12000).compactMap { Unicode.Scalar($0).map { JSONValue.string("\($0)") } }
        let document = try document(.array(all))
        #expect(try OpenAPI(yaml: document.yaml) == document)
    }

    @Test(arguments: [
        "0", "-0", "1.10", "1e3", "1E+3", "-2e400", "1e-999999999", "123456789012345678901234567890.123456789",
        "340282366920938463463374607431768211456", "0.1e1",
    ]) func `a number keeps its digits`(text: String) throws {
        let document = try document([.number(#require(JSONValue.Number(text)))])
        #expect(try yaml(#require(document.content["x-a"])) == "\n- \(text)\n")
        #expect(try OpenAPI(yaml: document.yaml).content["x-a"]?.description == "[\(text)]")
    }

    @Test func `a deep document is read back`() throws {
        let value = (0..<250).reduce(JSONValue.string("a\nb")) { value, _ in [["a": value]] }
        let document = try document(value)
        #expect(try OpenAPI(yaml: document.yaml) == document)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "RequestsOpenAPITests/Documents")

    @Test(arguments: ["Shop", "ServedShop"], ["3.0", "3.1", "3.2"])
    func `a document is read back`(name: String, version: String) throws {
        let document = try OpenAPI(contentsOf: Self.folder.appending(path: "\(name)-\(version).json"))
        let read = try OpenAPI(yaml: document.yaml)
        #expect(read == document)
        #expect(read.data == document.data)
        #expect(try PyYAML.read(document.yaml).map { $0 == .object(document.content) } != false)
    }

    @Test func `PyYAML reads the same texts`() throws {
        let texts = Self.texts
        let document = try document(.array(texts.map(JSONValue.string)))
        guard let read = try PyYAML.read(document.yaml) else { return }
        let pairs = zip(read["x-a"]?.array ?? [], texts)
        #expect(pairs.filter { $0 != .string($1) }.map(\.1.debugDescription) == [])
        #expect(read["x-a"]?.array?.count == texts.count)
    }
}

/// A second parser, if it is installed.
private enum PyYAML {
    /// Returns the content of YAML; `nil` without python3 or PyYAML.
    static func read(_ yaml: Data) throws -> JSONValue? {
        let file = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try yaml.write(to: file)
        let script = """
            import sys
            try: import yaml
            except ImportError: sys.exit()
            import json
            print(json.dumps(yaml.safe_load(open(sys.argv[1], encoding="utf-8", newline=""))))
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, file.path]
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        let json = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // The shell's status for a missing command.
        if process.terminationStatus == 127 { return nil }
        try #require(process.terminationStatus == 0, "PyYAML can't read \(String(decoding: yaml, as: UTF8.self))")
        return json.isEmpty ? nil : try JSONValue(parsing: json)
    }
}
#endif
