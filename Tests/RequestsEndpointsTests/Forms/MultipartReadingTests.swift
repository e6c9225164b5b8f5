import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Multipart forms that are read, whoever sent them.
@Suite("Multipart forms that are read", .timeLimit(.minutes(1)))
struct MultipartReadingTests {
    private static let type: MediaType = "multipart/form-data; boundary=xyz"

    /// Makes the data of a text in which `|` represents a line end.
    private static func data(_ text: String) -> Data { Data(text.replacingOccurrences(of: "|", with: "\r\n").utf8) }

    private func files(_ text: String, _ type: MediaType = type) throws -> [String: FileValue] {
        try BodyFormat.multipart.value([String: FileValue].self, from: Self.data(text), contentType: type)
    }

    private func problem(_ text: String, _ type: MediaType = type) -> String? {
        do {
            _ = try files(text, type)
            return nil
        } catch let error as DecodingError {
            guard case .dataCorrupted(let context) = error else { return "\(error)" }
            return context.debugDescription
        } catch {
            return "\(error)"
        }
    }

    private static let forms: [(String, String, String)] = [
        (#"--xyz|Content-Disposition: form-data; name="a"||1|--xyz--|"#, "a", "1"),
        // A preamble, an epilogue, white space after the boundaries, and no line end after the last one.
        (#"hello|--xyz  |Content-Disposition: form-data; name="a"||1|--xyz-- |bye|--xyz|"#, "a", "1"),
        (#"--xyz|Content-Disposition: form-data; name="a"||1|--xyz--"#, "a", "1"),
        // Lines that start like a boundary, but aren't boundaries.
        (#"--xyzz|--xyz|Content-Disposition: form-data; name="a"||--xyz1|xyz|--xy|--xyz--|"#, "a", "--xyz1|xyz|--xy"),
        (#"--xyz|Content-Disposition: form-data; name="a"|||--xyz--|"#, "a", ""),
        (#"--xyz|Content-Disposition: form-data; name="a"||--xyz--|"#, "a", ""),
        (#"--xyz|Content-Disposition: form-data; name="a"||||--xyz--|"#, "a", "|"),
        // Other ways to write the field.
        (#"--xyz|content-disposition:FORM-DATA;NAME=a ; |X: 1||1|--xyz--|"#, "a", "1"),
        (#"--xyz|Content-Disposition: form-data;|  name="a"||1|--xyz--|"#, "a", "1"),
        (#"--xyz|Content-Disposition: form-data; name="a%22%0D%0A%41"||1|--xyz--|"#, "a\"\r\n%41", "1"),
        (#"--xyz|Content-Disposition: form-data; name="a\"\\;\b"||1|--xyz--|"#, #"a"\;\b"#, "1"),
        (#"--xyz|Content-Disposition: form-data; name="ä 🙂"||1|--xyz--|"#, "ä 🙂", "1"),
        (#"--xyz|Content-Disposition: form-data; name=""||1|--xyz--|"#, "", "1"),
        ("--xyz|Content-Disposition: form-data; name=a|X: 1\t2 ~||1|--xyz--|", "a", "1"),
        (#"--xyz|Content-Disposition: form-data; name=a|Content-Transfer-Encoding: 8Bit||1|--xyz--|"#, "a", "1"),
    ]

    @Test(arguments: forms)
    func `forms of different senders are read`(text: String, name: String, content: String) throws {
        let files = try files(text)
        #expect(files.keys.sorted() == [name])
        #expect(files[name]?.data == Self.data(content))
    }

    private static let fileFields: [(String, String?, MediaType)] = [
        (#"name="f"; filename="a.png"|Content-Type: image/png"#, "a.png", "image/png"),
        (#"name="f"; filename="C:\temp\a.png""#, #"C:\temp\a.png"#, "text/plain"),
        (#"filename=a.png; name=f|Content-Type: nonsense"#, "a.png", "application/octet-stream"),
        (#"name="f"; filename="x"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt"#, "naïve €.txt", "text/plain"),
        (#"name="f"; filename*=iso-8859-1'de'gr%FC%DFe"#, "grüße", "text/plain"),
        (#"name="f"; filename*=UTF-8''it's.txt"#, "it's.txt", "text/plain"),
        (#"name="f"; filename="x"; filename*=UTF-8''%FF"#, "x", "text/plain"),
        (#"name="f"; filename="x"; filename*=x"#, "x", "text/plain"),
        (#"name="f""#, nil, "text/plain"),
    ]

    @Test(arguments: fileFields)
    func `files have names and types`(fields: String, name: String?, type: MediaType) throws {
        let file = try files("--xyz|Content-Disposition: form-data; \(fields)||content|--xyz--|")["f"]
        #expect(file == FileValue(Data("content".utf8), fileName: name, contentType: type))
    }

    @Test(
        arguments: [
            "multipart/form-data; boundary=\"a b:?\"", "multipart/form-data;charset=utf-8;Boundary=\"a b:?\"; x=y",
        ] as [MediaType])
    func `a boundary may be quoted`(type: MediaType) throws {
        let read = try files("--a b:?|Content-Disposition: form-data; name=a||1|--a b:?--", type)
        #expect(read["a"]?.data == Data("1".utf8))
    }

    @Test func `a form without parts is valid`() throws { #expect(try files("--xyz--|").isEmpty) }

    @Test func `a file that nobody chose is left out`() throws {
        let file = #"--xyz|Content-Disposition: form-data; name="f"; filename=""|Content-Type: a/b||%|--xyz--|"#
        #expect(try files(file.replacing("%", with: "")).isEmpty)
        #expect(try files(file) == ["f": FileValue(Data("%".utf8), fileName: "", contentType: "a/b")])
    }

    @Test func `a text is read in its charset`() throws {
        var body = Self.data("--xyz|Content-Disposition: form-data; name=a|Content-Type: text/plain; charset=latin1||")
        body += [0xE4] + Self.data("|--xyz--|")
        #expect(
            try BodyFormat.multipart.value([String: String].self, from: body, contentType: Self.type) == ["a": "ä"])
        let file = try BodyFormat.multipart.value([String: FileValue].self, from: body, contentType: Self.type)["a"]
        #expect(file?.data == Data([0xE4]))
    }

    private static let malformedForms: [(String, String)] = [
        ("", "the form is malformed: the boundary is missing"),
        ("--xy|Content-Disposition: form-data; name=a||1|--xy--", "the form is malformed: the boundary is missing"),
        ("x--xyz--", "the form is malformed: the boundary is missing"),
        (
            "--xyz|Content-Disposition: form-data; name=a||1|--xyz",
            "the form is malformed: the closing boundary is missing"
        ),
        ("--xyz||1|--xyz--", "the form is malformed: part 1 has no Content-Disposition field"),
        ("--xyz|--xyz--", "the form is malformed: part 1 has no empty line after the header fields"),
        (
            "--xyz|Content-Disposition: form-data; name=a|--xyz--",
            "the form is malformed: part 1 has no empty line after the header fields"
        ),
        ("--xyz|Content-Disposition: form-data||1|--xyz--", "the form is malformed: part 1 has no name"),
        (
            "--xyz|Content-Disposition: attachment; name=a||1|--xyz--",
            "the form is malformed: part 1 doesn't have the Content-Disposition form-data"
        ),
        (
            "--xyz|Content-Disposition: form-data; name=a; name=b||1|--xyz--",
            "the form is malformed: part 1 has the Content-Disposition parameter `name` twice"
        ),
        (
            #"--xyz|Content-Disposition: form-data; name="a||1|--xyz--"#,
            "the form is malformed: part 1 has a malformed Content-Disposition field"
        ),
        (
            #"--xyz|Content-Disposition: form-data; name="a"b||1|--xyz--"#,
            "the form is malformed: part 1 has a malformed Content-Disposition field"
        ),
        ("--xyz|Content Disposition||1|--xyz--", "the form is malformed: part 1 has a malformed header field"),
        ("--xyz|X: \u{0}||1|--xyz--", "the form is malformed: part 1 has a malformed header field"),
        ("--xyz|X: \u{8}||1|--xyz--", "the form is malformed: part 1 has a malformed header field"),
        ("--xyz|X: \u{1F}||1|--xyz--", "the form is malformed: part 1 has a malformed header field"),
        ("--xyz|X: \u{7F}||1|--xyz--", "the form is malformed: part 1 has a malformed header field"),
        (
            "--xyz|Content-Disposition: form-data; name=a|Content-Transfer-Encoding: base64||MQ==|--xyz--",
            "the form is malformed: the Content-Transfer-Encoding of the part \"a\" must be 7bit, 8bit or binary"
        ),
        (
            "--xyz|Content-Disposition: form-data; name=a|Content-Type: text/plain; charset=none||1|--xyz--",
            "the form is malformed: this platform can't read the charset of the part \"a\""
        ),
        (
            "--xyz|Content-Disposition: form-data; name=a|Content-Type: text/plain; charset=iso-8859-7||î|--xyz--",
            "the form is malformed: the part \"a\" isn't valid iso-8859-7"
        ),
    ]

    @Test(arguments: malformedForms)
    func `a malformed form is an error that names the part`(text: String, message: String) {
        #expect(problem(text) == message)
    }

    @Test func `a media type without a boundary, or with one that is too long, is an error`() {
        #expect(
            problem("--xyz--", "multipart/form-data")
                == "the form is malformed: the media type has no boundary parameter")
        let long = MediaType("multipart", "form-data", parameters: ["boundary": String(repeating: "x", count: 71)])
        #expect(problem("--xyz--", long) == "the form is malformed: the boundary exceeds the limit of 70 bytes")
    }

    @Test func `parts and their fields are limited`() throws {
        func form(_ count: Int, fields: String = "") -> String {
            let part = "--xyz|Content-Disposition: form-data; name=a|\(fields)|1|"
            return String(repeating: part, count: count) + "--xyz--"
        }
        #expect(
            try BodyFormat.multipart.value(
                [String: [Int]].self, from: Self.data(form(1_000)), contentType: Self.type)["a"]?.count == 1_000)
        #expect(problem(form(1_001)) == "the form is malformed: the number of parts exceeds the limit of 1000")
        #expect(problem(form(1, fields: "X: " + String(repeating: "x", count: 16_000) + "|")) == nil)
        #expect(
            problem(form(1, fields: "X: " + String(repeating: "x", count: 17_000) + "|"))
                == "the form is malformed: part 1 exceeds the limit of 16384 bytes for header fields")
    }

    @Test(arguments: 1...20)
    func `a form that is changed anywhere throws, or is a value that is the same once it is written and read again`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let form = """
            preamble|--xyz|Content-Disposition: form-data; name="a"||1|--xyz|Content-Disposition: form-data; \
            name="b[c]"; filename="ä.png"; filename*=UTF-8''%41|Content-Type: image/png||\u{0}|--xy||--xyz \t|\
            Content-Disposition: form-data;| name="b\\"%22"|Content-Type: text/plain; charset=utf-16||ab|--xyz--|bye
            """
        let pieces = ["\r\n", "--", "--xyz", "xyz", "\"", "\\", ";", "=", ":", " ", "%", "%22", "\u{0}", "[", "]", "é"]
        for _ in 0..<200 {
            var data = Self.data(form)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let position = Int.random(in: 0...data.count, using: &generator)
                let end = min(data.count, position + Int.random(in: 0...12, using: &generator))
                let piece = Data((pieces.randomElement(using: &generator) ?? "").utf8)
                data.replaceSubrange(position..<end, with: Bool.random(using: &generator) ? piece : piece.dropLast())
            }
            try check([String: FileValue].self, data)
            try check([String: [String]].self, data)
            try check([String: [String: FileValue]].self, data, Coding(arrays: .commaSeparated, nils: .empty))
        }
    }

    private func check<Value: Codable & Equatable>(
        _ type: Value.Type, _ data: Data, _ coding: Coding = .standard
    ) throws {
        let value: Value
        do {
            value = try BodyFormat.multipart.value(type, from: data, contentType: Self.type, coding: coding)
        } catch {
            #expect(error is DecodingError || error is TransportError, "\(error)")
            return
        }
        // Some names and texts can be read, but not written.
        let format = BodyFormat.multipart(boundary: "xyz")
        guard let written = try? format.data(from: value, coding: coding) else { return }
        let again = try BodyFormat.multipart.value(type, from: written, contentType: Self.type, coding: coding)
        #expect(again == value, "\(String(decoding: data, as: UTF8.self))")
    }
}
