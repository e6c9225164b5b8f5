import Foundation
import Requests
import TestSupport
import Testing

/// Names, file names, fields and boundaries: everything around the parts.
@Suite("Multipart forms, their headers")
struct MultipartHeaderTests {
    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\rb", "a%0Db"), ("a\nb", "a%0Ab"), ("a%22b", "a%22b"),
        ("a\\\"b", "a\\%22b"), ("é🎈", "é🎈"), ("a;b=c", "a;b=c"), ("a'b", "a'b"),
        ("a\u{85}\u{2028}b", "a\u{85}\u{2028}b"),
        ("x\"\r\nX-Evil: 1\r\n\r\n", "x%22%0D%0AX-Evil: 1%0D%0A%0D%0A"), ("a\tb", "a\tb"), ("", ""),
    ])
    func `names and file names are escaped as browsers do`(name: String, escaped: String) throws {
        let text = try formText { Part(name, .data(Data(), contentType: .png), fileName: name) }
        let disposition = "Content-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\""
        #expect(text == "--xyz|\(disposition)|Content-Type: image/png|||--xyz--|")
        #expect(
            try formText { Part(name, "v") }.hasPrefix("--xyz|Content-Disposition: form-data; name=\"\(escaped)\"||v"))
        // The name of a part whose value is encoded is written the same way.
        #expect(
            try formText { Part(name, 1) }.hasPrefix("--xyz|Content-Disposition: form-data; name=\"\(escaped)\"||1"))
    }

    @Test(arguments: ["a\0", "\u{1B}[2J", "\u{7F}"])
    func `any other control character in a name is an error`(name: String) throws {
        for error in [formError { Part(name, "v") }, formError { Part("a", .none, fileName: name) }] {
            let error = try #require(error)
            #expect(error.code == .invalidHeaderValue)
            #expect(error.message.contains("Content-Disposition has the control character"))
            #expect(!Shown.texts(of: error).hasRawControls)
        }
    }

    @Test func `a part's own fields override those of its body`() throws {
        let text = try formText {
            Part("a", .json(1)).setting(headerField: "X-Id", 7).adding(headerField: "X-Id", "8")
                .setting(headerField: .contentType, "application/vnd.a+json").adding(headerField: "X-None", Int?.none)
            Part("b", "v").setting(headerField: .contentType, MediaType.plainText).setting(headerField: "X-Id", 1)
                .setting(headerField: "X-Id", Int?.none)
            Part("c", "v").setting(headerField: "Content-Disposition", "attachment")
            Part(fields: ["k": "v"]).setting(headerField: "X-Id", 9)
        }
        #expect(
            text == """
                --xyz|Content-Disposition: form-data; name="a"|X-Id: 7|X-Id: 8|Content-Type: application/vnd.a+json||1|\
                --xyz|Content-Disposition: form-data; name="b"|Content-Type: text/plain||v|\
                --xyz|Content-Disposition: attachment||v|\
                --xyz|Content-Disposition: form-data; name="k"|X-Id: 9||v|--xyz--|
                """
        )
    }

    @Test(
        arguments: [
            (HeaderField("X-A", "a\r\nX-Evil: 1"), RequestErrorCode.invalidHeaderValue),
            (HeaderField("X-A", "a\0"), .invalidHeaderValue), (HeaderField("X-A", " a"), .invalidHeaderValue),
            (HeaderField("X A", "a"), .invalidHeaderName), (HeaderField("", "a"), .invalidHeaderName),
            (HeaderField("X-A:", "a"), .invalidHeaderName), (HeaderField("X-A", ["a", "b"]), .invalidHeaderValue),
            (HeaderField("Content-Length", "1"), .reservedHeaderField),
        ] as [(HeaderField, RequestErrorCode)])
    func `a field that can't be sent is an error that names the part`(field: HeaderField, code: RequestErrorCode) throws
    {
        var part = Part("pa\nrt", "v")
        part.header = [field]
        let error = try #require(formError { part })
        #expect(error.code == code)
        #expect(error.message.hasPrefix(#"in the part "pa\nrt", "#))
        #expect(error.description.hasPrefix("\(code): "))
    }

    @Test func `a field that a body adds is checked, too`() throws {
        let body = BodyProvider { header, _ in
            header.append(HeaderField("X-A", "a\nb"))
            return .none
        }
        #expect(formError { Part("a", body) }?.code == .invalidHeaderValue)
    }

    @Test(arguments: [
        ("x", "x"), ("0aZ-_.+'", "0aZ-_.+'"), ("a b", "\"a b\""), ("a:b/c?=(d),", "\"a:b/c?=(d),\""),
        (String(repeating: "a", count: 70), String(repeating: "a", count: 70)),
    ])
    func `a custom boundary`(boundary: String, shown: String) throws {
        let message = try multipart(boundary: boundary) { Part("a", 1) }.resolve()
        #expect(message.header["Content-Type"] == "multipart/form-data; boundary=\(shown)")
        #expect(MediaType(message.header["Content-Type"] ?? "")?.parameter("boundary") == boundary)
        let text = String(decoding: try bytes(of: message.body), as: UTF8.self)
        #expect(text.hasPrefix("--\(boundary)\r\n"))
        #expect(text.hasSuffix("\r\n--\(boundary)--\r\n"))
    }

    @Test(arguments: ["", "a ", " ", "é", "a\r\n", "a\"", "a;b", "a\\", "a\0", "a*", String(repeating: "a", count: 71)])
    func `a boundary that RFC 2046 does not allow is an error`(boundary: String) throws {
        let error = try #require(formError(boundary: boundary) { Part("a", 1) })
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.message.hasPrefix("the boundary \""))
        #expect(!Shown.texts(of: error).hasRawControls)
    }

    @Test func `a random boundary differs each time, and is the one in the Content-Type`() throws {
        let request = multipart(boundary: nil) { Part("a", 1) }
        var boundaries: Set<String> = []
        for _ in 0..<100 {
            let message = try request.resolve()
            let boundary = try #require(MediaType(message.header["Content-Type"] ?? "")?.parameter("boundary"))
            #expect(boundary.wholeMatch(of: /[0-9A-Fa-f]{32}/) != nil)
            let text = String(decoding: try bytes(of: message.body), as: UTF8.self)
            #expect(
                text == "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n")
            boundaries.insert(boundary)
        }
        #expect(boundaries.count == 100)
    }

    @Test(
        arguments: [
            Part("a", "--xyz"), Part("a", "b\r\n--xyz--"), Part("a", ["b", "--xyz"]), Part("a", .json("--xyz")),
            Part("a", Data("b--xyzb".utf8)),
            Part("a", .multipart(boundary: "xyz") { Part("b", 1) }),
        ])
    func `a boundary that occurs in a part in memory is an error, without the content`(part: Part) throws {
        let error = try #require(formError { part })
        #expect(error.code == .bodyEncodingFailed)
        #expect(
            error.message
                == "in the part \"a\", the data contains the boundary of the form: "
                + "remove the argument `boundary` to use a random boundary"
        )
        // Parts of the boundary aren't an error.
        #expect(formError { Part("a", "xyz -xyz --xy\r\n--xy") } == nil)
    }

    @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=abc", "text/plain", ""])
    func `a Content-Type of the request that lacks the boundary is an error`(type: String) throws {
        let error = multipart { Part("a", 1) }.adding(headerField: "content-type", type).resolutionError()
        #expect(error?.code == .bodyEncodingFailed)
        #expect(error?.message.contains("remove the field") == true)
    }

    @Test(arguments: ["multipart/mixed; boundary=xyz", "multipart/related; type=\"a/b\"; boundary=\"xyz\""])
    func `a Content-Type of the request with the boundary overrides that of the form`(type: String) throws {
        let message = try multipart { Part("a", 1) }.adding(headerField: "Content-Type", type).resolve()
        #expect(message.header.map(\.description) == ["Content-Type: \(type)"])
    }
}
