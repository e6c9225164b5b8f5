import Foundation
import Requests
import TestSupport
import Testing

private struct Note: Encodable, Sendable {
    var title = "ä/b"
    var due = Date(timeIntervalSince1970: 0)
    var isDone = false
}

private struct Cart: Encodable, Sendable {
    struct Line: Encodable, Sendable { var price: Double }

    var lines: [Line]
}

private struct Refusal: Error, CustomStringConvertible {
    var description: String { "the printer is out of paper" }
}

/// The bytes that a body sends, and the fields that it adds.
struct BodyProviderTests {
    private static let plain = AnonymousProvider("https://h").post(to: "/n")

    @Test(
        arguments: [
            (BodyProvider.none, "", nil),
            (.data(Data("x".utf8)), "x", "application/octet-stream"),
            (.data(Data("x".utf8), contentType: "image/png"), "x", "image/png"),
            (.data(Data()), "", "application/octet-stream"),
            (.text("né"), "né", "text/plain; charset=utf-8"),
            (.text(""), "", "text/plain; charset=utf-8"),
            (.json(Note()), #"{"due":"1970-01-01T00:00:00Z","isDone":false,"title":"ä/b"}"#, "application/json"),
            (.json(["b": 1, "a": 2]), #"{"a":2,"b":1}"#, "application/json"),
            (.json("text"), #""text""#, "application/json"),
            (.json(Int?.none), "null", "application/json"),
            (.json([Int]()), "[]", "application/json"),
        ] as [(BodyProvider, String, String?)])
    func `a body in memory has its media type and length`(body: BodyProvider, text: String, type: String?) throws {
        let message = try Self.plain.sending(body).resolve()
        #expect(String(decoding: try data(of: message), as: UTF8.self) == text)
        #expect(message.header.map(\.description) == (type.map { ["Content-Type: \($0)"] } ?? []))
        #expect(message.body.isNone == (type == nil))
        #expect(message.body.length == text.utf8.count)
    }

    @Test(
        arguments: [
            (String.Encoding.utf8, "utf-8", [0xC3, 0xA9]), (.isoLatin1, "iso-8859-1", [0xE9]),
            (.windowsCP1252, "windows-1252", [0xE9]), (.utf16BigEndian, "utf-16be", [0x00, 0xE9]),
            (.utf16LittleEndian, "utf-16le", [0xE9, 0x00]), (.utf32BigEndian, "utf-32be", [0, 0, 0, 0xE9]),
        ] as [(String.Encoding, String, [UInt8])])
    func `a text is encoded as its media type states`(encoding: String.Encoding, name: String, bytes: [UInt8])
        throws
    {
        let message = try Self.plain.sending(.text("é", encoding: encoding)).resolve()
        #expect(try data(of: message) == Data(bytes))
        #expect(message.header["Content-Type"] == "text/plain; charset=\(name)")
    }

    @Test func `UTF-16 without a byte order in its name has a byte order mark`() throws {
        let message = try Self.plain.sending(.text("é", encoding: .utf16)).resolve()
        #expect(try [Data([0xFF, 0xFE, 0xE9, 0x00]), Data([0xFE, 0xFF, 0x00, 0xE9])].contains(data(of: message)))
    }

    @Test(arguments: [
        (String.Encoding.ascii, "the text contains a character that us-ascii doesn't support"),
        (.isoLatin1, "the text contains a character that iso-8859-1 doesn't support"),
        (.shiftJIS, "the text contains a character that shift_jis doesn't support"),
        (.macOSRoman, "the text contains a character that macintosh doesn't support"),
        (.nonLossyASCII, "the text contains a character that Non-lossy ASCII doesn't support"),
        (String.Encoding(rawValue: 999), "the text can't be encoded: this system doesn't support 999"),
    ])
    func `a character that the encoding lacks is an error that names the encoding`(
        encoding: String.Encoding, message: String
    ) throws {
        let error = try #require(Self.plain.sending(.text("SECRET€🎈", encoding: encoding)).resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.message == message)
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    // On Linux, the process would end if Foundation encoded a text with one of these encodings.
    @Test(arguments: [6, 0x8000_0004, 0x8000_0021, 0x8000_0920] as [UInt])
    func `an encoding that the system doesn't know doesn't trap`(number: UInt) throws {
        let encoding = String.Encoding(rawValue: number)
        guard !String.availableStringEncodings.contains(encoding) else { return }
        let error = try #require(Self.plain.sending(.text("日🎈", encoding: encoding)).resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.message == "the text can't be encoded: this system doesn't support \(encoding)")
    }

    @Test func `an encoder that is passed to a body overrides the coding of the API`() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .secondsSince1970
        let message = try Self.plain.sending(.json(Note(title: ""), encoder: encoder)).resolve()
        #expect(try data(of: message) == Data(#"{"due":0,"is_done":false,"title":""}"#.utf8))
    }

    @Test func `a Content-Type of the request overrides that of the body, whatever its case`() throws {
        let request = Self.plain.adding(headerField: "content-type", "application/vnd.note+json").sending(.json(Note()))
        #expect(try request.resolve().header.map(\.description) == ["content-type: application/vnd.note+json"])
    }

    @Test func `a body adds several fields, even with the same name`() throws {
        let body = BodyProvider { header, _ in
            header.append(HeaderField("Content-Language", "de"))
            header.append(HeaderField("X-Part", "1"))
            header.append(HeaderField("X-Part", "2"))
            return .data(Data())
        }
        let request = Self.plain.adding(headerField: "Content-Language", "en").sending(body)
        let fields = try request.resolve().header.map(\.description)
        #expect(fields == ["Content-Language: en", "X-Part: 1", "X-Part: 2"])
    }

    @Test func `a custom provider gets the coding of the API`() throws {
        let body = BodyProvider { _, coding in .data(try coding.jsonData(from: ["aB": 1])) }
        let snake = AnonymousProvider("https://h", coding: Coding(keys: .custom(encode: { $0 + "!" }, decode: { $0 })))
        #expect(try data(of: snake.post(.json(Cart(lines: [])), to: "").resolve()) == Data(#"{"lines!":[]}"#.utf8))
        #expect(try data(of: snake.post(body, to: "").resolve()) == Data(#"{"aB":1}"#.utf8))
    }

    @Test func `an error of a provider is the cause of the error`() throws {
        let error = try #require(Self.plain.sending(BodyProvider { _, _ in throw Refusal() }).resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.underlyingError is Refusal)
        #expect(error.message == "the body could not be created: the printer is out of paper")
    }

    @Test func `a RequestError of a provider keeps its code`() throws {
        let body = BodyProvider { _, _ in throw TransportError(code: .bodyUnreadable, message: "gone") }
        let error = try #require(Self.plain.sending(body).resolutionError())
        #expect(error.code == .bodyUnreadable)
        #expect(error.message == "gone")
    }

    @Test func `a value that JSON can't express is shown by its path and type, not its value`() throws {
        let cart = Cart(lines: [.init(price: 1), .init(price: -.infinity)])
        let error = try #require(Self.plain.sending(.json(cart)).resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(
            error.message
                == "the body could not be created: `lines[1].price` is not a finite number")
        #expect(error.underlyingError is EncodingError)
        #expect(error.description.hasPrefix("bodyEncodingFailed: \(error.message)\n  request: "))
        #expect(!error.description.contains("inf"))
    }

    @Test func `no text shows the value of an EncodingError, and neither does the underlying error`() throws {
        let body = BodyProvider { _, _ in
            throw EncodingError.invalidValue(
                "SECRET",
                .init(codingPath: [], debugDescription: "SECRET", underlyingError: CocoaError(.coderInvalidValue))
            )
        }
        let error = try #require(Self.plain.sending(body).resolutionError())
        #expect(
            error.message
                == "the body could not be created: the value as a whole has a value of type String that can't be written"
        )
        #expect(!Shown.texts(of: error).contains("SECRET"))
        #expect(!Shown.texts(of: try #require(error.underlyingError)).contains("SECRET"))
    }

    @Test func `a body is created each time the request is resolved`() throws {
        let count = Counter()
        let request = Self.plain.sending(BodyProvider { _, _ in .data(Data("\(count.next())".utf8)) })
        #expect(try data(of: request.resolve()) == Data("1".utf8))
        #expect(try data(of: request.resolve()) == Data("2".utf8))
    }

    private func data(of message: OutgoingRequest) throws -> Data {
        switch message.body {
        case .none: return Data()
        case .data(let data): return data
        case .file, .stream, .chunks:
            Issue.record("the body is not in memory")
            return Data()
        }
    }
}
