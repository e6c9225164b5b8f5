import Testing

@testable import RequestsScaffold

@Suite("Texts of scaffolded code") struct SwiftTextTests {
    @Test(arguments: [
        ("a", #""a""#), ("a\"b", #""a\"b""#), ("a\\(b)", #""a\\(b)""#), ("a\nb", #""a\u{A}b""#),
        ("\u{202E}", #""\u{202E}""#), ("\u{0}", #""\u{0}""#), ("é", #""é""#),
    ]) func `a literal contains its text and nothing else`(_ text: String, _ literal: String) {
        #expect(SwiftText.literal(text) == literal)
    }

    @Test func `a comment stays on its lines`() {
        #expect(SwiftText.line("a\r\nb\u{2028}c\u{B}d  e") == "a b c d e")
        let lines = SwiftText.comment("one two three four five six seven eight nine ten", indentation: 70)
        #expect(lines == ["/// one two three four five six", "/// seven eight nine ten"])
    }

    @Test(arguments: [
        ("Lists books. Sorted by title.", ["/// Lists books."]), ("Lists books", ["/// Lists books."]),
        ("A size, e.g. 3. Optional.", ["/// A size, e.g., 3."]), ("<p>One</p><p>Two</p>", ["/// One."]),
        ("See [the guide](/docs/guide) first.", ["/// See the guide first."]), ("- a list", ["/// a list."]), ("", []),
    ]) func `the summary is the first sentence`(_ text: String, _ lines: [String]) {
        #expect(Prose.comment(text, indentation: 4, lineLimit: 1) == lines)
    }

    @Test func `more paragraphs follow an empty line`() {
        let lines = Prose.comment("One. Two.\n\nThree.\n\n- four", indentation: 0, lineLimit: 9)
        #expect(lines == ["/// One.", "///", "/// Two.", "///", "/// Three."])
    }

    @Test func `a sentence that introduces a list is left out`() {
        let text = "Gets keys. They are sorted. This occurs when:\n\n- a\n- b"
        #expect(Prose.comment(text, indentation: 0, lineLimit: 9) == ["/// Gets keys.", "///", "/// They are sorted."])
        #expect(Prose.comment("Gets keys. Use it to:\n- a", indentation: 0, lineLimit: 9) == ["/// Gets keys."])
    }
}
