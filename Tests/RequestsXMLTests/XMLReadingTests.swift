#if XML
import Foundation
import Requests
import RequestsConformance
import RequestsXML
import Testing

private struct Item: Codable, Equatable, Sendable { var name: String; var count: Int? }
private struct List: Codable, Equatable, Sendable { var items: [Item] }
private final class Link: Decodable, Sendable { let a: Link? }

/// Documents that can be read, and others that can't.
@Suite("Reading XML", .timeLimit(.minutes(1))) struct XMLReadingTests {
    private static let head = ResponseHead(status: 200)

    private func name(_ data: Data, _ type: String? = nil) throws -> String {
        let header: HeaderFields = type.map { [HeaderField(.contentType, $0)] } ?? []
        return try ResponseDecoder.xml(Item.self).decode(ResponseHead(status: 200, header: header), data).name
    }

    private func name(_ text: String) throws -> String { try name(Data(text.utf8)) }

    @Test(arguments: [
        ("<r><name>a</name></r>", "a"), ("<r name='a'/>", "a"),
        ("\n<!-- > --><r>\n <name>a</name>\n <count>1</count>\n</r>\n<!-- < -->", "a"),
        ("<r><name> a\n</name></r>", " a\n"), ("<r><name>x<![CDATA[a<b]]>&amp;y</name></r>", "xa<b&y"),
        ("<r><name><![CDATA[]]></name></r>", ""), ("<r><name>a<!-- no -->b<?no?>c</name></r>", "abc"),
        ("<r><name/></r>", ""),
        ("<r><name>&#x1F642;&#13;&lt;</name></r>", "🙂\r<"),
        ("<r><name>a & b</name></r>".replacing("&", with: "&amp;"), "a & b"),
        (
            "<?xml version=\"1.0\" standalone='yes'?><!DOCTYPE r SYSTEM \"http://127.0.0.1:1/x.dtd\"><r><name>a&gt;</name></r>",
            "a>"
        ),
        ("<r><other><name>no</name></other><name x='>'>a</name></r>", "a"),
    ])
    func `text is exact`(document: String, expected: String) throws {
        #expect(try name(document) == expected)
    }

    @Test(
        arguments: [
            ("hello", "the data is not well-formed XML: line 1, column 1, parser error 4"),
            ("<r>\n<name>a</r>", "the data is not well-formed XML: line 2"),
            ("<?xml version='1.0'?><!-- \n\n --><r>\n<name>a</r>", "the data is not well-formed XML: line 4, column"),
            ("<r><name>a</name>", "the data is not well-formed XML"),
            ("<r><name>a&nbsp;b</name></r>", "the data is not well-formed XML"),
            ("<r><name>\u{1}</name></r>", "the data is not well-formed XML"),
            ("<r><name>&#0;</name></r>", "the data is not well-formed XML"),
            ("<r><name>a</name></r>x", "the data contains text after the root element"),
            ("<r><name>a</name></r><r/>", "the data has more than one root element"),
            ("<r><nam>a</nam></r>", "`name` is missing"), ("<r/>", "`name` is missing"),
            ("<r><name>a</name><count>x</count></r>", "`count` is not Int"),
            ("<r><name>a</name><count><x/></count></r>", "`count` is null, but Int is expected"),
            ("<!DOCTYPE r SYSTEM 'x'><r><name>&nbsp;</name></r>", "the data is not well-formed XML: line 1, column"),
            (
                "<!DOCTYPE r [<!ENTITY a 'b'>]><r><name>&a;</name></r>",
                "the data has a DOCTYPE with an internal subset, which isn't supported"
            ),
        ])
    func `XML that doesn't fit is an error with the position`(document: String, message: String) throws {
        let request = AnonymousProvider("https://h").get(.xml(Item.self), from: "")
        let error = #expect(throws: TransportError.self) {
            try request.resource(from: Self.head, Data(document.utf8))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    #if os(Linux)
    @Test func `a document that is too large for the parser is an error that says so`() throws {
        let large = Data(
            ("<r><name>" + String(repeating: "<b>" + String(repeating: "x", count: 9_993) + "</b>", count: 1_200)
                + "</name></r>").utf8)
        let request = AnonymousProvider("https://h").get(.xml(Item.self), from: "")
        let error = #expect(throws: TransportError.self) { try request.resource(from: Self.head, large) }
        #expect(error?.message.hasSuffix("larger than 10 MB, the limit of Foundation's XML parser on Linux") == true)
    }
    #endif

    @Test func `paths contain each index once`() throws {
        let request = AnonymousProvider("https://h").get(.xml(List.self), from: "")
        let document = "<r><items><name>a</name></items><items><count>1</count></items></r>"
        let error = #expect(throws: TransportError.self) { try request.resource(from: Self.head, Data(document.utf8)) }
        #expect(error?.message.hasSuffix("`items[1].name` is missing") == true, "\(error?.message ?? "")")
    }

    @Test func `arrays without elements are empty, pretty or not`() throws {
        for document in ["<r/>", "<r></r>", "<r>\n</r>", "<r>\n<!-- none -->\n</r>"] {
            #expect(try ResponseDecoder.xml([Item].self).decode(Self.head, Data(document.utf8)).isEmpty)
            #expect(try ResponseDecoder.xml(List.self).decode(Self.head, Data(document.utf8)).items.isEmpty)
        }
        let two = "<r>\n <x>\n <name>a</name></x>\n<y><name>b</name></y></r>"
        #expect(try ResponseDecoder.xml([Item].self).decode(Self.head, Data(two.utf8)).map(\.name) == ["a", "b"])
    }

    // MARK: Charsets

    private static let text = "<r><name>é日</name></r>"

    @Test(
        arguments: [
            (Data("<r><name>é</name></r>".utf8), nil),
            (Data("\u{FEFF}<r><name>é</name></r>".utf8), "application/xml; charset=iso-8859-1"),
            ("<r><name>é</name></r>".data(using: .isoLatin1) ?? Data(), "text/xml; charset=ISO-8859-1"),
            (
                "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><r><name>é</name></r>".data(using: .isoLatin1)
                    ?? Data(), nil
            ),
            (
                Data("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><r><name>é</name></r>".utf8),
                "application/xml; charset=utf-8"
            ),
            ("<r><name>é</name></r>".data(using: .utf16) ?? Data(), nil),
            (
                "<?xml version='1.0' encoding='utf-16'?><r><name>é</name></r>".data(using: .utf16LittleEndian)
                    ?? Data(), nil
            ),
            ("<r><name>é</name></r>".data(using: .utf16BigEndian) ?? Data(), "application/xml; charset=utf-16"),
            ("<r><name>é</name></r>".data(using: .utf16LittleEndian) ?? Data(), "application/xml; charset=UTF-16"),
            (
                Data("<?xml version='1.0' encoding='utf-16'?><r><name>é</name></r>".utf8),
                "application/xml; charset=utf-8"
            ),
        ] as [(Data, String?)])
    func `the charset comes from the byte order mark, the response or the declaration`(data: Data, type: String?) throws
    {
        #expect(try name(data, type) == "é")
    }

    @Test(
        arguments: [
            (
                Data(Self.text.utf8), "application/xml; charset=klingon",
                "this platform can't read the data's charset \"klingon\""
            ),
            (Data([0x3C, 0x72, 0x3E, 0xFF, 0x3C, 0x2F, 0x72, 0x3E]), nil, "the data isn't valid utf-8"),
            (
                Data("<?xml version='1.0' encoding='utf-16'?><r/>".utf8), nil,
                "the data declares the charset \"utf-16\", but has a different encoding"
            ),
        ] as [(Data, String?, String)])
    func `an unknown charset, or bytes that violate it, are an error`(data: Data, type: String?, message: String) {
        let error = #expect(throws: DecodingError.self) { _ = try name(data, type) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == message)
    }

    // MARK: Attacks

    @Test func `nesting of elements is limited`() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        #expect(try ResponseDecoder.xml(Link.self).decode(Self.head, nested(100)).a != nil)
        for depth in [101, 1_000, 100_000] {
            let error = #expect(throws: DecodingError.self) {
                _ = try ResponseDecoder.xml(Link.self).decode(Self.head, nested(depth))
            }
            #expect("\(String(describing: error))".contains("nested more than 100 levels deep"))
            #expect(throws: DecodingError.self) { _ = try name(nested(depth).prefix(depth * 3)) }
        }
    }

    @Test func `entities expand to nothing large and read no file`() async throws {
        var bomb = "<!DOCTYPE r [<!ENTITY l0 \"lol\">"
        for level in 1...20 {
            bomb += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        #expect(throws: DecodingError.self) { _ = try name(bomb + "]><r><name>&l20;</name></r>") }
        let file = FileManager.default.temporaryDirectory.appending(path: "entity-\(UUID().uuidString).txt")
        try Data("SECRET".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withRawServer(responding: { _ in
            RawServer.ok("<!ENTITY a 'SECRET'>", contentType: "application/xml-dtd")
        }) {
            server in
            try expectNothingRead(from: [file.absoluteString, "\(server.origin)/e"])
            #expect(server.requests.isEmpty)
        }
    }

    private func expectNothingRead(from sources: [String]) throws {
        for source in sources {
            for type in [
                "[<!ENTITY a SYSTEM \"\(source)\">]", "[<!ENTITY % p SYSTEM \"\(source)\"> %p;]",
                "SYSTEM \"\(source)\"",
            ] {
                do {
                    let name = try name("<!DOCTYPE r \(type)><r><name>1&a;</name></r>")
                    Issue.record("\(name)")
                } catch {
                    #expect(!"\(error)".contains("SECRET"))
                }
            }
            #expect(try name("<!DOCTYPE r SYSTEM \"\(source)\"><r><name>1</name></r>") == "1")
        }
    }

    @Test func `any bytes are a value or an error, with every truncation and change`() {
        let document = Array(
            "<?xml version='1.0'?><!DOCTYPE r SYSTEM \"x\"><!-- c --><r a='b'>\n<name>x<![CDATA[y]]>&amp;</name><count>1</count></r>"
                .utf8)
        for cut in document.indices {
            #expect(throws: (any Error).self) { try name(Data(document[..<cut])) }
            // Without its declarations and comments, the document is the same.
            if let name = try? name(Data(document[cut...])) { #expect(name == "xy&") }
            for byte in [0, 0x26, 0x3C, 0x3E, 0x22, 0x5B, 0x5D, 0x21, 0xFF] as [UInt8] {
                var changed = document
                changed[cut] = byte
                do {
                    #expect(try name(Data(changed)).utf8.count < document.count)
                } catch {
                    #expect(error is DecodingError || error is TransportError, "\(error)")
                }
            }
        }
    }
}
#endif
