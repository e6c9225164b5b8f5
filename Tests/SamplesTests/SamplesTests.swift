import Testing

/// The blocks of Swift in the documentation: each must occur, letter by letter, in a file that is compiled.
@Suite("Samples of the documentation")
struct SamplesTests {
    @Test(arguments: try Document.all().flatMap(\.blocks).filter { $0.language == "swift" })
    func `a sample is compiled as it is on the page`(block: Document.Block) throws {
        let isCompiled = try Document.samples().contains { contains($0, block.lines) }
        #expect(isCompiled, "not in any file of Samples:\n\(block.text)")
    }

    @Test(arguments: try Document.all().flatMap(\.blocks))
    func `a block fits on the page in a known language`(block: Document.Block) {
        #expect(["swift", "text"].contains(block.language))
        // The site cuts longer lines of code.
        #expect(block.lines.allSatisfy { $0.count <= (block.language == "swift" ? 84 : 120) }, "\(block.text)")
    }

    @Test func `the README has at most 600 words`() throws {
        #expect(try Document.readme().text.split(whereSeparator: \.isWhitespace).count <= 600)
    }

    @Test func `a page has at most 1,500 words`() throws {
        for page in try Document.pages().joined() {
            #expect(page.text.split(whereSeparator: \.isWhitespace).count <= 1_500, "\(page.name)")
        }
    }

    @Test func `every landing page links to the articles`() throws {
        var count = 0
        for pages in try Document.pages() {
            // The page of a module; other pages with such a heading are about a type, and name both.
            let landing = try #require(pages.first { $0.text.hasPrefix("# ``") && !$0.title.contains("/") })
            let articles = pages.filter { !$0.text.hasPrefix("# ``") }
            for article in articles { #expect(landing.text.contains("- <doc:\(article.name.dropLast(3))>")) }
            count += articles.count
        }
        #expect(count >= 60)
    }

    /// Returns whether a file contains the lines in sequence, all indented by the same number of spaces.
    private func contains(_ file: [Substring], _ lines: [Substring]) -> Bool {
        guard let first = lines.first else { return false }
        return file.indices.contains { start in
            guard file[start].hasSuffix(first) else { return false }
            let indentation = file[start].dropLast(first.count)
            guard indentation.allSatisfy({ $0 == " " }), start + lines.count <= file.count else { return false }
            return zip(file[start...], lines).allSatisfy { $1.isEmpty ? $0.isEmpty : $0 == indentation + $1 }
        }
    }
}
