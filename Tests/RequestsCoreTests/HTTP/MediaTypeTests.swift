import Foundation
import Requests
import TestSupport
import Testing

struct MediaTypeTests {
    /// Takes texts that a server may send, and the expected parts of the media types.
    @Test(arguments: [
        ("text/html", "text", "html", [] as [[String]]),
        ("text/html; charset=utf-8", "text", "html", [["charset", "utf-8"]]),
        ("text/html;charset=\"utf-8\"", "text", "html", [["charset", "utf-8"]]),
        (" \ttext/html \t;\t charset=utf-8 ", "text", "html", [["charset", "utf-8"]]),
        ("text/html; charset = utf-8", "text", "html", [["charset", "utf-8"]]),
        ("text/html; charset= \"utf-8\" ; a=b", "text", "html", [["charset", "utf-8"], ["a", "b"]]),
        ("text/html; Charset=UTF-8; charset=latin1", "text", "html", [["Charset", "UTF-8"], ["charset", "latin1"]]),
        ("text/html;", "text", "html", []),
        ("text/html;;; a=1;;b=2;", "text", "html", [["a", "1"], ["b", "2"]]),
        ("text/html; flag; a=1", "text", "html", [["a", "1"]]),
        ("text/html; a=; b=\"\"", "text", "html", [["a", ""], ["b", ""]]),
        ("text/html; =x; a=1", "text", "html", [["a", "1"]]),
        (#"m/x; b="a;b=c, \"q\" \\ d"; e=f"#, "m", "x", [["b", #"a;b=c, "q" \ d"#], ["e", "f"]]),
        (#"m/x; b="never closed; e=f"#, "m", "x", [["b", "never closed; e=f"]]),
        (#"m/x; b="ends\"#, "m", "x", [["b", #"ends\"#]]),
        (#"m/x; b="c"junk; e=f"#, "m", "x", [["b", "c"], ["e", "f"]]),
        ("m/x; a=b=c", "m", "x", [["a", "b=c"]]),
        ("m/x; t=\"Zoë\u{301}\"", "m", "x", [["t", "Zoë\u{301}"]]),
        // Delimiters count even if a combining mark turns them into one Character.
        ("m/x;\u{301}a=b; c=\"d\"\u{301}", "m", "x", [["\u{301}a", "b"], ["c", "d"]]),
        ("application/vnd.api+json; ext=\"https://a/b\"", "application", "vnd.api+json", [["ext", "https://a/b"]]),
        ("*/*", "*", "*", []),
    ])
    func `text from a server is parsed leniently`(text: String, type: String, subtype: String, parameters: [[String]])
        throws
    {
        let mediaType = try #require(MediaType(text))
        #expect(mediaType.type == type)
        #expect(mediaType.subtype == subtype)
        #expect(mediaType.essence == type + "/" + subtype)
        #expect(mediaType.parameters.map { [$0.name, $0.value] } == parameters)
        #expect(mediaType.rawValue == text)
    }

    @Test(arguments: [
        "", " ", "text", "text/", "/html", "/", ";", "; charset=utf-8", "text/html/x", "text html", "te xt/html",
        "text/ht ml",
        "text/html charset=utf-8", "application/json, application/json", "tëxt/html", "text/html\r\nX: y",
        "text/html\0",
        "\"text/html\"", "text/\u{301}html", "text\u{301}/html",
    ])
    func `a text that isn't a type and a subtype, both tokens, isn't a media type`(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(arguments: [
        ("CHARSET", "utf-8" as String?), ("charset", "utf-8"), ("boundary", "b"), ("bound", nil), ("", nil),
    ])
    func `a parameter is found by its name, the first of several`(name: String, value: String?) {
        let mediaType: MediaType = "m/x; Charset=utf-8; boundary=b; charset=other"
        #expect(mediaType.parameter(name) == value)
    }

    @Test(arguments: [
        ("plain", "m/x; n=plain"), ("", #"m/x; n="""#), ("a b", #"m/x; n="a b""#), (#"a"b\c"#, #"m/x; n="a\"b\\c""#),
        ("a;b=c", #"m/x; n="a;b=c""#), ("Zoë", #"m/x; n="Zoë""#), ("\"\u{301}", "m/x; n=\"\\\"\u{301}\""),
        ("\\\u{301}", "m/x; n=\"\\\\\u{301}\""), ("a/b", #"m/x; n="a/b""#), ("\t", "m/x; n=\"\t\""),
    ])
    func `a value is quoted if necessary, and read back unchanged`(value: String, text: String) {
        let mediaTypes = [
            MediaType("m", "x", parameters: ["n": value]), MediaType("m", "x").with(parameter: "n", value),
        ]
        for mediaType in mediaTypes {
            #expect(mediaType.rawValue == text)
            #expect(Array(mediaType.parameter("n")?.utf8 ?? "missing".utf8) == Array(value.utf8))
        }
    }

    @Test(arguments: [
        ("text/html", "TEXT/Html", true),
        // The four examples of RFC 9110, section 8.3.1.
        ("text/html;charset=utf-8", "Text/HTML;Charset=\"utf-8\"", true),
        ("text/html;charset=utf-8", "text/html; charset=\"utf-8\"", true),
        ("text/html;charset=utf-8", "text/html;charset=UTF-8", true),
        ("m/x; a=1; b=2", "m/x; b=2; A=1", true),
        ("m/x; a=1", "m/x", false),
        ("m/x; a=v", "m/x; a=V", false),
        ("m/x; a=1", "m/x; a=1; a=1", false),
        ("m/x", "m/y", false),
        ("m/x", "n/x", false),
        ("m/x;", "m/x", true),
    ])
    func `media types are equal if they mean the same`(one: MediaType, other: MediaType, areEqual: Bool) {
        #expect((one == other) == areEqual)
        #expect((other == one) == areEqual)
        if areEqual { #expect(one.hashValue == other.hashValue) }
    }

    @Test func `a match ignores parameters`() {
        #expect(("text/html; a=b" as MediaType).matches("TEXT/html"))
        #expect(!MediaType.html.matches(.plainText))
    }

    @Test(arguments: [
        ("application/json", true), ("Application/JSON; charset=utf-8", true), ("text/json", true),
        ("application/problem+json", true), ("application/vnd.api+JSON", true), ("image/json", false),
        ("application/json5", false), ("application/jsonp", false), ("application/json-seq", false),
        ("text/plain", false),
        ("application/x; y=application/json", false), ("json", false), ("", false),
    ])
    func `JSON is recognized by its names and its suffix`(mediaType: MediaType, isJSON: Bool) {
        #expect(mediaType.isJSON == isJSON)
    }

    @Test(
        arguments: [
            ("application/xml", true), ("Text/XML; charset=utf-8", true), ("application/atom+xml", true),
            ("image/SVG+XML", true), ("application/xml-dtd", false), ("application/axml", false), ("text/html", false),
            ("application/x; y=application/xml", false), ("xml", false), ("", false),
        ] as [(MediaType, Bool)])
    func `XML is recognized by its names and its suffix`(mediaType: MediaType, isXML: Bool) {
        #expect(mediaType.isXML == isXML)
    }

    @Test(arguments: ["text/plain\r\nX-Injected: 1", "text/plain; a=\"\n\"", "text/plain\0"] as [MediaType])
    func `a control character in a media type is an error at every entrance`(mediaType: MediaType) {
        let requests = [
            request(to: "/").adding(headerField: .contentType(mediaType)),
            request(to: "/").adding(headerField: .accept(mediaType)),
            request(to: "/").using(method: .post).sending(.data(Data(), contentType: mediaType)),
            request(to: "/").adding(headerField: .accept(MediaType("a", "b", parameters: ["c": mediaType.rawValue]))),
        ]
        for request in requests { #expect(request.resolutionError()?.code == .invalidHeaderValue) }
    }

    @Test func `a media type is encoded as one text in JSON`() throws {
        let data = try JSONEncoder().encode(["text/html; a=b" as MediaType])
        #expect(try JSONDecoder().decode([MediaType].self, from: data) == ["text/html; a=b"])
        #expect(try JSONDecoder().decode([String].self, from: data) == ["text/html; a=b"])
    }
}
