import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct SignUp: Encodable, Sendable {
    struct Address: Encodable, Sendable { var city = "Köln" }
    var firstName = "Ada"
    var isAdmin = false
    var born = Date(timeIntervalSince1970: 0)
    var nickname: String?
    var address = Address()
    var tags = ["a", "b"]
}

private struct Photo {
    var part: Part { Part("photo", .data(Data("JPEG".utf8), contentType: .jpeg), fileName: "1.jpeg") }
}

@Suite("Multipart forms")
struct MultipartTests {
    private static let plain = AnonymousProvider("https://h")

    @Test func `a form has exactly these bytes`() throws {
        let request = multipart {
            Part("title", "Holiday")
            Part("meta", .json(["a": 1]))
        }
        let message = try request.resolve()
        #expect(message.header.map(\.description) == ["Content-Type: multipart/form-data; boundary=xyz"])
        guard case .data(let data) = message.body else { Issue.record("not in memory"); return }
        #expect(
            String(decoding: data, as: UTF8.self) == """
                --xyz\r
                Content-Disposition: form-data; name="title"\r
                \r
                Holiday\r
                --xyz\r
                Content-Disposition: form-data; name="meta"\r
                Content-Type: application/json\r
                \r
                {"a":1}\r
                --xyz--\r\n
                """
        )
    }

    @Test(
        arguments: [
            (Part("a", true), .standard, ["a -> true"]),
            (Part("a", true), Coding(booleans: .numeric), ["a -> 1"]),
            (Part("a", 1.5), .standard, ["a -> 1.5"]),
            (Part("a", -3), .standard, ["a -> -3"]),
            (Part("a", "ä+&=%20 b"), .standard, ["a -> ä+&=%20 b"]),
            (Part("ä+&=%20[]", 1), .standard, ["ä+&=%20[] -> 1"]),
            (Part("a", Date(timeIntervalSince1970: 0)), .standard, ["a -> 1970-01-01T00:00:00Z"]),
            (Part("a", Date(timeIntervalSince1970: 9)), Coding(dates: .secondsSince1970), ["a -> 9"]),
            (Part("a", ["s", "t"]), .standard, ["a -> s", "a -> t"]),
            (Part("a", ["s", "t"]), Coding(arrays: .brackets), ["a[] -> s", "a[] -> t"]),
            (Part("a", ["s", "t"]), Coding(arrays: .indices), ["a[0] -> s", "a[1] -> t"]),
            (Part("a", ["s", "t"]), Coding(arrays: .commaSeparated), ["a -> s,t"]),
            (Part("a", [String]()), .standard, []),
            (Part("a", ["k": "v"]), .standard, ["a[k] -> v"]),
            (Part("a", ["k": "v"]), Coding(nesting: .dots), ["a.k -> v"]),
            (Part("a", String?.none), .standard, []),
            (Part("a", String?.none), Coding(nils: .empty), ["a -> "]),
            (Part("a", String?.none), Coding(nils: .flag), ["a -> "]),
            (Part("a", ""), .standard, ["a -> "]),
            (Part("a", "one\r\ntwo\n"), .standard, ["a -> one|two\n"]),
        ] as [(Part, Coding, [String])])
    func `a value is written with the coding`(
        part: Part, coding: Coding, fields: [String]
    ) throws {
        let expected = fields.map { field in
            let halves = field.components(separatedBy: " -> ")
            return "--xyz|Content-Disposition: form-data; name=\"\(halves[0])\"||\(halves[1])|"
        }
        #expect(try formText(coding: coding) { part } == expected.joined() + "--xyz--|")
    }

    @Test func `the properties of a whole value are in its order and in the styles of the coding`() throws {
        let text = try formText(coding: Coding(keys: .snakeCase, arrays: .brackets)) {
            Part(fields: SignUp())
            Part("last", 1)
        }
        let expected = [
            ("first_name", "Ada"), ("is_admin", "false"), ("born", "1970-01-01T00:00:00Z"), ("address[city]", "Köln"),
            ("tags[]", "a"), ("tags[]", "b"), ("last", "1"),
        ].map { "--xyz|Content-Disposition: form-data; name=\"\($0)\"||\($1)|" }
        #expect(text == expected.joined() + "--xyz--|")
    }

    @Test(
        arguments: [
            (.json(["a": 1]), "Content-Type: application/json||{\"a\":1}"),
            (.text("é", encoding: .utf8), "Content-Type: text/plain; charset=utf-8||é"),
            (.data(Data("x".utf8)), "Content-Type: application/octet-stream||x"),
            (.data(Data("x".utf8), contentType: .png), "Content-Type: image/png||x"),
            (.none, "|"),
            (.stream(contentType: .csv, length: 1) { InputStream(data: Data("x".utf8)) }, "Content-Type: text/csv||x"),
            (.stream { InputStream(data: Data("x".utf8)) }, "Content-Type: application/octet-stream||x"),
            (
                .multipart(boundary: "in ner") { Part("b", 1) },
                "Content-Type: multipart/form-data; boundary=\"in ner\"||--in ner|"
                    + "Content-Disposition: form-data; name=\"b\"||1|--in ner--|"
            ),
        ] as [(BodyProvider, String)])
    func `any body can be a part, with its fields`(body: BodyProvider, text: String) throws {
        let form = try formText { Part("a", body) }
        #expect(form == "--xyz|Content-Disposition: form-data; name=\"a\"|\(text)|--xyz--|")
    }

    @Test func `bytes become a part unchanged`() throws {
        let text = try formText { Part("a", Data("x\0".utf8)) }
        #expect(text.hasSuffix("Content-Type: application/octet-stream||x\0|--xyz--|"))
    }

    @Test func `conditions, loops, prepared values and custom types build a form`() throws {
        let more: [Part] = [Part("m", 1), Photo().part]
        func text(_ name: String?, _ isLong: Bool) throws -> String {
            try formText {
                if let name { Part("name", name) }
                if isLong { Part("a", 1) } else { Part("b", 2) }
                for index in 0..<2 { Part("n", index) }
                more
            }
        }
        let names = try text("x", false).matches(of: /; name="(\w+)"/).map { String($0.output.1) }
        #expect(names == ["name", "b", "n", "n", "m", "photo"])
        #expect(
            try text(nil, true).matches(of: /; name="(\w+)"/).map { String($0.output.1) } == [
                "a", "n", "n", "m", "photo",
            ])
    }

    @Test func `a form without parts is only the closing delimiter`() throws {
        #expect(try formText {} == "--xyz--|")
        let message = try Self.plain.post(.multipart(boundary: "b") {}, to: "/").resolve()
        #expect(message.body.length == 7)
    }

    @Test func `no description shows a value`() throws {
        let parts = [
            Part("pass", "SECRET"), Part(fields: ["k": "SECRET"]), Part("f", file: URL(filePath: "/SECRET")),
        ]
        let form = BodyProvider.multipart { parts }
        var texts = "\(form) \(String(reflecting: form)) \(parts)"
        dump(form, to: &texts)
        dump(Part(fields: ["k": "SECRET"]), to: &texts)
        dump(Part("f", file: URL(filePath: "/SECRET")), to: &texts)
        #expect(!texts.contains("SECRET"))
        #expect(parts.map(\.description) == ["part \"pass\"", "fields", "part \"f\""])
        let message = try Self.plain.post(.multipart { Part("pass", "SECRET") }, to: "/").resolve()
        #expect(!Shown.texts(of: message).contains("SECRET"))
    }
}

@Suite("File URLs in multipart forms") struct FileURLPartTests {
    private struct Upload: Encodable, Sendable { var photo: URL }

    @Test func `a file URL as a value is an error that says how to send the file`() async throws {
        let file = URL(filePath: "/pictures/ada/photo.png")
        let parts: [Part] = [Part("photo", file), Part("photo", [file]), Part(fields: Upload(photo: file))]
        for part in parts {
            let request = AnonymousProvider("https://h").post(.multipart { part }, to: "/")
            let error = #expect(throws: RequestError<Never>.self) { try request.resolve() }
            #expect(error?.code == .bodyEncodingFailed)
            #expect(error?.message.contains(#"as in Part("photo", file: url)"#) == true)
            #expect("\(error as Any)".contains("ada") == false)
        }
        let request = AnonymousProvider("https://h").post(.encoded(Upload(photo: file), as: .multipart), to: "/")
        let error = #expect(throws: RequestError<Never>.self) { try request.resolve() }
        #expect(error?.message.contains("use a FileValue") == true)
    }

    @Test func `a web URL is a text`() throws {
        let request = AnonymousProvider("https://h").post(
            .multipart { Part("page", URL("https://a.example/b")) }, to: "/")
        #expect(throws: Never.self) { try request.resolve() }
    }
}
