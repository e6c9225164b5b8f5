#if XML
import Foundation
import Requests
import RequestsConformance
import RequestsXML
import Testing
import XMLCoder

struct Note: Codable, Equatable, Sendable {
    var title = "Tea & <cake>"
    var sentAt = Date(timeIntervalSince1970: 0.25)
    var seal = Data([1, 2])
    var tags = ["a", " b "]
    var isRead = true
    var reply: String?
}

extension RequestConvertible {
    /// The error of resolving the request; `nil` if it succeeds.
    var refusal: RequestError<Failure>? {
        do {
            _ = try resolve()
            return nil
        } catch {
            return error
        }
    }
}

/// XML as a body and as a response.
@Suite("XML", .timeLimit(.minutes(1)))
struct XMLBodyTests {
    private static let api = AnonymousProvider("https://h", coding: .snakeCase)
    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    private static let note = """
        <note><title>Tea &amp; &lt;cake&gt;</title><sent_at>1970-01-01T00:00:00.250Z</sent_at><seal>AQI=</seal>\
        <tags>a</tags><tags> b </tags><is_read>true</is_read></note>
        """

    private func body(_ provider: BodyProvider, _ coding: Coding = .standard) throws -> String {
        let message = try AnonymousProvider("https://h", coding: coding).post(provider, to: "/n").resolve()
        guard case .data(let data) = message.body else { return "" }
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasPrefix(Self.declaration))
        return String(text.dropFirst(Self.declaration.count))
    }

    @Test func `XML is sent in the style of the coding of the API, and read back`() async throws {
        try await withRawServer(responding: { RawServer.ok($0.bodyText, contentType: "application/xml") }) { server in
            let api = AnonymousProvider(baseURL: server.baseURL, coding: .snakeCase)
            let read = try await URLSession.shared.perform(
                api.post(.xml(Note(), root: "note"), to: "/notes").receiving(.xml(Note.self)))
            #expect(read == Note())
            let request = try #require(server.requests.first)
            #expect(request.bodyText == Self.declaration + Self.note)
            #expect(request.first("Content-Type") == "application/xml; charset=utf-8")
            #expect(request.first("Accept") == "application/xml")
        }
    }

    @Test func `a Content-Type and an Accept of the request take precedence`() throws {
        let message = try Self.api.post(.xml(Note()), to: "/n").receiving(.xml(Note.self))
            .setting(headerField: .contentType("application/soap+xml")).setting(headerField: "Accept", "text/xml")
            .resolve()
        #expect(message.header[.contentType] == "application/soap+xml")
        #expect(message.header[.accept] == "text/xml")
    }

    @Test func `the root has the given name, or the type's name in the key style`() throws {
        struct NewIssue: Encodable, Sendable { var id = 1 }
        #expect(try body(.xml(NewIssue())) == "<newIssue><id>1</id></newIssue>")
        #expect(try body(.xml(NewIssue()), .snakeCase) == "<new_issue><id>1</id></new_issue>")
        #expect(try body(.xml(NewIssue(), root: "Some-Root"), .snakeCase) == "<Some-Root><id>1</id></Some-Root>")
        #expect(try body(.xml(5)) == "<int>5</int>")
        #expect(try body(.xml(["a", ""], root: "l")) == "<l><l>a</l><l></l></l>")
        #expect(try body(.xml(["a": 1], root: "d")) == "<d><a>1</a></d>")
        #expect(try body(.xml(Date(timeIntervalSince1970: 0), root: "at")) == "<at>1970-01-01T00:00:00Z</at>")
        let nameless = Self.api.post(.xml([1]), to: "/n").refusal
        #expect(nameless?.code == .bodyEncodingFailed)
        #expect(
            nameless?.message
                == "the name of the root element can't be inferred from Array<Int>: pass `root:`")
        #expect(
            Self.api.post(.xml(1, root: "a b"), to: "/n").refusal?.message
                == #"the name "a b" of the root element isn't valid in XML"#)
    }

    private struct Book: Codable, Equatable, Sendable, DynamicNodeEncoding {
        @Attribute var id: Int
        @Attribute var shelf: String?
        var lang: String
        var out: Date
        var name: String

        static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding {
            ["lang", "out", "id", "shelf"].contains(key.stringValue) ? .attribute : .element
        }
    }

    @Test func `attributes are those of XMLCoder`() throws {
        let book = Book(
            id: Attribute(7), shelf: Attribute(nil), lang: "a\n\"b\"\t", out: Date(timeIntervalSince1970: 0), name: "n")
        let text = try body(.xml(book))
        #expect(
            text
                == #"<book id="7" lang="a&#10;&quot;b&quot;&#9;" out="1970-01-01T00:00:00Z"><name>n</name></book>"#)
        #expect(try ResponseDecoder.xml(Book.self).decode(ResponseHead(status: 200), Data(text.utf8)) == book)
    }

    private struct Dates: Codable, Equatable, Sendable {
        var at = Date(timeIntervalSince1970: 1_714_564_800.25)
        var data = Data([0xFF])
        var none = Data()
    }

    @Test(
        arguments: [
            (Coding.standard, "2024-05-01T12:00:00.250Z", "/w=="),
            (Coding(dates: .fractionalSecondsSince1970), "1714564800.25", "/w=="),
            (Coding(dates: .millisecondsSince1970), "1714564800250", "/w=="),
            (
                Coding(
                    dates: .custom(
                        encode: { "d\($0.timeIntervalSince1970)" },
                        decode: { Date(timeIntervalSince1970: Double($0.dropFirst()) ?? 0) }),
                    data: .custom(encode: { "\($0.count)" }, decode: { Data(repeating: 0xFF, count: Int($0) ?? 9) })),
                "d1714564800.25", "1"
            ),
        ] as [(Coding, String, String)])
    func `dates and data are written as in JSON and forms`(coding: Coding, date: String, data: String) throws {
        let text = try body(.xml(Dates()), coding)
        #expect(text.contains("<at>\(date)</at><data>\(data)</data><none>"))
        #expect(
            try ResponseDecoder.xml(Dates.self).decode(ResponseHead(status: 200), Data(text.utf8), coding: coding)
                == Dates())
        let padded = Data(text.replacing("<at>", with: "<at>\n ").utf8)
        #expect(
            try ResponseDecoder.xml(Dates.self).decode(ResponseHead(status: 200), padded, coding: coding) == Dates())
    }

    @Test func `a custom key style works in both directions`() throws {
        let coding = Coding(keys: .custom(encode: { $0.uppercased() }, decode: { $0.lowercased() }))
        struct Plain: Codable, Equatable, Sendable { var name = "x"; var list = [["a": 1]] }
        let text = try body(.xml(Plain(), root: "r"), coding)
        #expect(text == "<r><NAME>x</NAME><LIST><a>1</a></LIST></r>")
        #expect(
            try ResponseDecoder.xml(Plain.self).decode(ResponseHead(status: 200), Data(text.utf8), coding: coding)
                == Plain())
    }

    @Test func `the encoder and the decoder can be changed, for a request or in a format`() throws {
        let pretty = try body(.xml(["a": 1], root: "r") { $0.outputFormatting = .prettyPrinted })
        #expect(pretty == "<r>\n    <a>1</a>\n</r>")
        struct Item: Codable, Equatable, Sendable { var name: String }
        let namespaced = Data("<p:r xmlns:p='u'><p:name>1</p:name></p:r>".utf8)
        let decoder = ResponseDecoder.xml(Item.self) { $0.shouldProcessNamespaces = true }
        #expect(try decoder.decode(ResponseHead(status: 200), namespaced) == Item(name: "1"))
        let name = ResponseDecoder<String>.xml(Item.self, as: \.name) { $0.shouldProcessNamespaces = true }
        #expect(try name.decode(ResponseHead(status: 200), namespaced) == "1")
    }

    private struct Twice: Decodable, Equatable, Sendable, DynamicNodeDecoding {
        var id: Int

        static func nodeDecoding(for key: any CodingKey) -> XMLDecoder.NodeDecoding { .attribute }
    }

    @Test func `the type of the outermost element chooses its attributes`() throws {
        let data = Data(#"<r id="1"><id>2</id></r>"#.utf8)
        #expect(try ResponseDecoder.xml(Twice.self).decode(ResponseHead(status: 200), data) == Twice(id: 1))
    }

    @Test func `an error of a custom date style has the place of the date`() throws {
        struct Event: Codable, Sendable { var at = Date(timeIntervalSince1970: 0) }
        let context = (EncodingError.Context(codingPath: [], debugDescription: ""), "no date")
        let coding = Coding(
            dates: .custom(
                encode: { throw EncodingError.invalidValue($0, context.0) },
                decode: { _ in throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: context.1)) }))
        let written = #expect(throws: TransportError.self) {
            try BodyFormat.xml(root: "r").data(from: Event(), coding: coding)
        }
        #expect(written?.message == "the body could not be encoded as XML: the value of `at` can't be written")
        let read = #expect(throws: DecodingError.self) {
            try BodyFormat.xml.value(Event.self, from: Data("<r><at>x</at></r>".utf8), coding: coding)
        }
        guard case .dataCorrupted(let corrupted)? = read else { return #expect(read == nil) }
        #expect(corrupted.codingPath.map(\.stringValue) == ["at"])
    }

    @Test(arguments: ["", " ", "\r\n\t"]) func `only an optional is nil for an empty body or white space`(
        _ text: String
    ) throws {
        let (head, body) = (ResponseHead(status: 200), Data(text.utf8))
        #expect(try ResponseDecoder.xml(Note?.self).decode(head, body) == nil)
        let error = #expect(throws: TransportError.self) { try ResponseDecoder.xml(Note.self).decode(head, body) }
        #expect(error?.code == .emptyBody)
        #expect(error?.message == "the body is empty, but XML for Note is expected: use Note? to allow an empty body")
        #expect(try ResponseDecoder<String?>.xml(Note?.self, as: { $0?.title }).decode(head, body) == nil)
    }
}
#endif
