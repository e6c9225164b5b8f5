import Foundation
import Requests
import TestSupport
import Testing

/// Values at every entrance of the header: texts that would end a line are errors, all others are sent unchanged.
struct BadHeaderValueTests {
    @Test(arguments: [
        "\r", "\n", "\0", "\r\n", "\n\r", "\r\n ", "\r\n\t", "\n ", "\u{1}", "\u{8}", "\u{B}", "\u{C}", "\u{1B}",
        "\u{1F}",
        "\u{7F}", "\r\u{301}", "\n\u{301}", "\0\u{20DD}", ":\u{301}\r", "\r\nX-Evil: 1", "\r\n\r\nGET / HTTP/1.1",
    ])
    func `a control character is an error that shows neither it nor the value`(control: String) throws {
        for entrance in HeaderEntrance.all {
            guard let request = entrance.setValue?("SECRET\(control)SECRET") else { continue }
            let error = try #require(anyResolutionError(of: request), "\(entrance.name)")
            #expect(error.code == .invalidHeaderValue, "\(entrance.name)")
            let shown = Shown.texts(of: error)
            #expect(!shown.contains("SECRET") && !shown.contains("X-Evil"), "\(entrance.name)")
            #expect(!shown.hasRawControls, "\(entrance.name)")
        }
    }

    @Test(arguments: [
        "\t", "\t c\td", " ", "é", "日本", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{301}", ":\u{301}", "👩‍👩‍👧",
        "\u{FEFF}",
    ])
    func `every other character of a value is sent as UTF-8`(text: String) throws {
        for entrance in HeaderEntrance.all {
            guard let request = entrance.setValue?("a\(text)b") else { continue }
            let values = try request.message().header.map { Array($0.value.utf8) }
            let expected = Array("a\(text)b".utf8)
            #expect(values.contains { $0.contains(expected) }, "\(entrance.name)")
        }
    }

    @Test(arguments: [" a", "a ", "\ta", "a\t", " ", "\t"])
    func `white space at an end, which no server can see, is an error`(value: String) throws {
        for entrance in HeaderEntrance.all where entrance.setName != nil {
            guard let request = entrance.setValue?(value) else { continue }
            #expect(anyResolutionError(of: request)?.code == .invalidHeaderValue, "\(entrance.name)")
        }
    }

    @Test func `an empty value is legal`() throws {
        for entrance in HeaderEntrance.all where entrance.setName != nil {
            guard let request = entrance.setValue?("") else { continue }
            #expect(try request.message().header["X-Test"] == "", "\(entrance.name)")
        }
    }

    @Test(arguments: [
        (HeaderField("X", [1, 2]), "the value of the field X isn't a single string, number, date or raw value"),
        (HeaderField("X", ["a": 1]), "the value of the field X isn't a single string, number, date or raw value"),
        (
            HeaderField("X", Double.nan),
            "the value of the field X is NaN, infinite, or a date outside the years 1 to 9999"
        ),
        (
            HeaderField("X", Date.distantFuture.addingTimeInterval(1e12)),
            "the value of the field X is NaN, infinite, or a date outside the years 1 to 9999"
        ),
    ])
    func `a value that isn't one text is an error`(field: HeaderField, message: String) throws {
        let error = try #require(
            AnonymousProvider("https://h").head("/n").adding(headerField: field).resolutionError())
        #expect(error.code == .invalidHeaderValue)
        #expect(error.message == message)
    }

    @Test(arguments: ["\r", "\n", "\0", "\r\n", "\u{7F}", "\t"])
    func `Basic accepts no control character`(control: String) throws {
        for provider in [
            AuthenticationProvider.basic(user: "SECRET\(control)", password: "p"),
            .basic(user: "u", password: "SECRET\(control)"),
        ] {
            let request = AnonymousProvider("https://h").head("/n").authenticated(with: provider)
            let error = try #require(request.resolutionError())
            #expect(error.code == .invalidCredentials)
            #expect(!Shown.texts(of: error).contains("SECRET") && !Shown.texts(of: error).hasRawControls)
        }
    }

    @Test(arguments: ["\r\n", "\0", "&a=b", "#", "é", " ", "+"])
    func `a query escapes every value, an API key's too`(text: String) throws {
        let request = AnonymousProvider("https://h").head("/n").authenticated(with: .apiKey(text, inQuery: "k"))
        let escaped = text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isLetter && byte < 0x80
                ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        #expect(try request.resolve().urlText == "https://h/n?k=\(escaped.joined())")
    }
}
