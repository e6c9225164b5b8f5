import Foundation
import Requests
import TestSupport
import Testing

extension HeaderField.Name {
    @Suite("HeaderField.Name") struct Tests {
        @Test(arguments: [
            ("Accept", "accept", true),
            ("X-REQUEST-ID", "x-request-id", true),
            ("Accept", "Accept-", false),
            ("", "", true),
            // Only the case of ASCII letters is ignored: `[` and `{` differ by the same bit as `A` and `a`.
            ("X[", "X{", false),
            ("X@", "X`", false),
            ("É", "é", false),
            // To Unicode, the Kelvin sign is a `k`.
            ("\u{212A}", "k", false),
        ])
        func `names are equal whatever the case of ASCII letters`(one: String, other: String, areEqual: Bool) {
            let names: (HeaderField.Name, HeaderField.Name) = (.init(one), .init(rawValue: other))
            #expect((names.0 == names.1) == areEqual)
            if areEqual { #expect(names.0.hashValue == names.1.hashValue) }
        }

        @Test func `a name keeps the case it was given, up to the message`() throws {
            let message = try request(to: "/").adding(headerField: "x-MIXED-Case", "1").resolve()
            #expect(message.header.map(\.name.rawValue).contains("x-MIXED-Case"))
        }

        @Test func `a dictionary of names and values becomes fields in order of their names`() throws {
            let values = ["X-Trace": "7", "Accept": "text/csv", "DPR": "2"]
            let message = try request(to: "/").with(header: HeaderFields(values)).resolve()
            let lines = message.header.filter { values.keys.contains($0.name.rawValue) }
                .map { "\($0.name.rawValue): \($0.value)" }
            #expect(lines == ["Accept: text/csv", "DPR: 2", "X-Trace: 7"])
        }

        @Test func `a name is encoded as one text in JSON`() throws {
            let data = try JSONEncoder().encode([HeaderField.Name.accept])
            #expect(String(decoding: data, as: UTF8.self) == #"["Accept"]"#)
        }
    }
}

struct HeaderFieldsTests {
    /// A change of a header, with its result.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: [String]
        let change: @Sendable (inout HeaderFields) -> Void

        init(_ name: String, _ expected: [String], _ change: @escaping @Sendable (inout HeaderFields) -> Void) {
            testDescription = name
            self.expected = expected
            self.change = change
        }
    }

    @Test(arguments: [
        Change("append a name that is there", ["A: 1", "B: 2", "a: 3", "C: 4", "A: 5"]) { $0.append(.init("A", "5")) },
        Change("append several", ["A: 1", "B: 2", "a: 3", "C: 4", "D: 5", "b: 6"]) {
            $0.append(contentsOf: [HeaderField("D", "5"), HeaderField("b", "6")])
        },
        Change("set takes the place of the first and removes the others", ["A: 9", "B: 2", "C: 4"]) {
            $0.set(.init("A", "9"))
        },
        Change("set takes the new name's case", ["A: 1", "b: 9", "a: 3", "C: 4"]) { $0.set(.init("b", "9")) },
        Change("set at the end", ["A: 1", "B: 2", "a: 3", "C: 9"]) { $0.set(.init("C", "9")) },
        Change("set appends where there is none", ["A: 1", "B: 2", "a: 3", "C: 4", "D: 9"]) { $0.set(.init("D", "9")) },
        Change("remove all of a name", ["B: 2", "C: 4"]) { $0.remove("a") },
        Change("remove what is not there", ["A: 1", "B: 2", "a: 3", "C: 4"]) { $0.remove("D") },
        Change("subscript sets", ["A: x", "B: 2", "C: 4"]) { $0["A"] = "x" },
        Change("subscript sets an empty value", ["A: 1", "B: ", "a: 3", "C: 4"]) { $0["B"] = "" },
        Change("subscript removes by nil", ["B: 2", "C: 4"]) { $0["A"] = nil },
    ])
    func `changing a field keeps the order of the others`(row: Change) {
        var header: HeaderFields = ["A": "1", "B": "2", "a": "3", "C": "4"]
        row.change(&header)
        #expect(header.map(\.description) == row.expected)
    }

    static let joining: [(HeaderFields, HeaderField.Name, String?, [String])] = [
        (["Accept": "a"], "accept", "a", ["a"]),
        (["X": "1", "Y": "2", "x": "3"], "X", "1, 3", ["1", "3"]),
        (["X": "", "x": ""], "X", ", ", ["", ""]),
        (["X": "1"], "Y", nil, []),
        // A comma between cookies would be part of a value (RFC 6265, section 4.2).
        (["Cookie": "a=1", "X": "y", "cookie": "b=2"], .cookie, "a=1; b=2", ["a=1", "b=2"]),
        ([:], "X", nil, []),
    ]

    @Test(arguments: joining)
    func `the values of one name are joined, or read one by one`(
        header: HeaderFields, name: HeaderField.Name, joined: String?, values: [String]
    ) {
        #expect(header[name] == joined)
        #expect(header[values: name] == values)
        #expect(header.contains(name) == (joined != nil))
    }

    @Test func `literals and sequences build the same header, and keep repeated names`() {
        let literal: HeaderFields = ["A": "1", "A": "2"]
        #expect(literal == [HeaderField("A", "1"), HeaderField("A", "2")])
        #expect(literal == HeaderFields(literal.map { $0 }))
        #expect(literal.count == 2)
        #expect(HeaderFields().isEmpty)
    }

    @Test func `a request adds, sets and removes fields`() throws {
        let message = try request(to: "/").with(header: ["A": "1", "A": "2", "B": "3"])
            .adding(headerField: "C", 4).setting(headerField: "a", "5").adding(headerFields: [.init("B", "6")])
            .removing(headerField: "c")
            .resolve()
        #expect(message.header.map(\.description) == ["a: 5", "B: 3", "B: 6"])
    }

    @Test(arguments: ["Authorization", "COOKIE", "set-cookie", "Proxy-Authorization", "X-API-Key"])
    func `a field that carries credentials by its name is hidden in every description`(name: String) {
        let header: HeaderFields = [
            HeaderField(.init(name), "s3cret"), HeaderField("X-Own", "s3cret", isSensitive: true),
        ]
        var dumped = ""
        dump(header, to: &dumped)
        for text in [header.description, "\(header)", String(reflecting: header), dumped] {
            #expect(!text.contains("s3cret"))
        }
        #expect(header.description == "\(name): <redacted>\nX-Own: <redacted>")
    }

    @Test(arguments: [
        ("\u{1F}", #"\u{1F}"#), ("\u{7F}", #"\u{7F}"#), ("\r\n", #"\r\n"#), ("\t ~", "\t ~"), ("é", "é"),
    ])
    func `the description of a field is on one line`(value: String, shown: String) {
        #expect(HeaderField("a", value).description == "a: \(shown)")
    }

    @Test(arguments: [
        ("a\0b", "a b"), ("a\u{1}b", "a\u{1}b"), ("\0a\r\n", "a"), (" \ta \tb\t ", "a \tb"), ("", ""), (" ", ""),
    ])
    func `a received value has no dangerous bytes, and no white space around it`(text: String, value: String) {
        #expect(HeaderField(received: "a", text).value == value)
    }

    @Test func `fields are marked as sensitive by their declared names`() {
        var header: HeaderFields = ["A": "1", "B": "2"]
        let areMarked = [[:], ["A": false], ["A": true, "B": false], ["A": true]].map {
            header.markSensitive(named: $0)
        }
        #expect(areMarked == [false, false, true, false])
        #expect(header.map(\.isSensitive) == [true, false])
    }

    @Test(arguments: [("a", "a"), (#""a\"b""#, #"a"b"#), ("", ""), (#""""#, "")])
    func `quotes are removed from a quoted string`(text: String, content: String) {
        #expect(HeaderListElement.unquoted(text) == content)
    }

    @Test func `a value may begin and end with any visible character`() throws {
        for value in ["!", "!~", "~!", "é", "a\tb"] {
            #expect(try request(to: "/").adding(headerField: "A", value).resolve().header["A"] == value)
        }
    }

    @Test(arguments: [
        ("0", 0), ("1290", 1_290), ("1234567890", 1_234_567_890), ("1:0", nil), ("1/0", nil), ("+1", nil), ("-1", nil),
        (" 1", 1), ("1 2", nil), ("", nil), ("99999999999999999999", nil),
    ])
    func `a length is read from digits`(text: String, length: Int?) {
        let head = ResponseHead(status: .ok, header: [HeaderField(received: "Content-Length", text)])
        #expect(head.contentLength == length)
    }

    @Test(arguments: [1, 127, 128, 129, 255, 256, 257, 1_000])
    func `a long header behaves like a short one`(count: Int) {
        let fields = (0..<count).map { HeaderField(HeaderField.Name("X-\($0)"), "\($0)") }
        var header = HeaderFields()
        var copies: [HeaderFields] = []
        for field in fields {
            copies.append(header)
            header.append(field)
        }
        #expect(Array(header) == fields && header == HeaderFields(fields))
        #expect(header.hashValue == HeaderFields(fields).hashValue)
        #expect(header[HeaderField.Name("x-\(count - 1)")] == "\(count - 1)" && header["X-none"] == nil)
        #expect(copies.map(\.count) == Array(0..<count))
        header.append(HeaderField("X-0", "again"))
        #expect(header["X-0"] == "0, again" && header[values: "x-0"] == ["0", "again"])
        header.set(HeaderField("x-0", "set"))
        #expect(header.count == count && header.first?.value == "set")
        header.append(contentsOf: [HeaderField("Y", "1"), HeaderField("Y", "2")])
        header.remove("X-0")
        #expect(header.count == count + 1 && header.last?.value == "2" && header[values: "Y"] == ["1", "2"])
    }
}
