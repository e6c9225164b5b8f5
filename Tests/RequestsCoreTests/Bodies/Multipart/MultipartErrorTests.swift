import Foundation
import Requests
import TestSupport
import Testing

private struct Refusal: Error, CustomStringConvertible {
    var description: String { "the printer is out of paper" }
}

private struct Bad: Encodable, Sendable {
    struct Line: Encodable, Sendable { var price: Double }
    var lines = [Line(price: 1), Line(price: .nan)]
}

@Suite("Multipart forms that can't be made")
struct MultipartErrorTests {
    @Test(
        arguments: [
            (Part("a", Double.nan), .standard, "in the part \"a\", the value of `a` is not a finite number"),
            (
                Part("cart", Bad()), .standard,
                "in the part \"cart\", the value of `cart.lines.1.price` is not a finite number"
            ),
            (Part(fields: Bad()), .standard, "the value of `lines.1.price` is not a finite number"),
            (
                Part(fields: [1, 2]), .standard,
                "the value is an array without a name: give the array a name, as in Part(\"name\", values)"
            ),
            (
                Part("a", .json(Bad())), .standard,
                "in the part \"a\", the body could not be created: "
                    + "`lines[1].price` is not a finite number"
            ),
            (
                Part("a", BodyProvider { _, _ in throw Refusal() }), .standard,
                "in the part \"a\", the body could not be created: the printer is out of paper"
            ),
            (
                Part("a", .text("é", encoding: .ascii)), .standard,
                "in the part \"a\", the text contains a character that us-ascii doesn't support"
            ),
            (
                Part("a", ["b,c", "d"]), Coding(arrays: .commaSeparated),
                "in the part \"a\", the value of `a` has a comma in an element, but commas separate the elements: "
                    + "use a different ArrayStyle"
            ),
            (
                Part("a", .stream(length: -1) { InputStream(data: Data()) }), .standard,
                "in the part \"a\", the length of the body is -1 bytes, but must be 0 or more, or nil if the length is unknown"
            ),
            (
                Part("a", BodyProvider { _, _ in .file(URL(filePath: "/nowhere/b.png")) }), .standard,
                "in the part \"a\", the file can't be read"
            ),
            (
                Part("a", file: URL(filePath: "/nowhere/b.png")), .standard,
                "in the part \"a\", the file \"b.png\" does not exist"
            ),
            (
                Part("a", file: URL(filePath: "/")), .standard,
                "in the part \"a\", the file \"/\" is a directory or another kind of file that can't be sent"
            ),
        ] as [(Part, Coding, String)])
    func `the error names the part and the path in it`(part: Part, coding: Coding, message: String) throws {
        let error = try #require(formError(coding: coding) { part })
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.message == message)
    }

    @Test func `the cause is kept`() throws {
        let error = formError { Part("a", BodyProvider { _, _ in throw Refusal() }) }
        #expect(error?.underlyingError is Refusal)
    }

    @Test func `the form rethrows only the error of a part`() {
        func read() throws -> Data { throw Refusal() }
        #expect(throws: Refusal.self) { try BodyProvider.multipart { Part("a", .data(try read())) } }
        _ = BodyProvider.multipart { Part("a", 1) }
    }

    @Test func `the code of a body's error is kept`() throws {
        let body = BodyProvider { _, _ in throw TransportError(code: .invalidCredentials, message: "no key") }
        let error = formError { Part("a", body) }
        #expect(error?.code == .invalidCredentials)
        #expect(error?.message == "in the part \"a\", no key")
    }

    @Test func `lengths whose sum overflows are an error, not a trap`() throws {
        let error = try #require(formError { for _ in 1...2 { Part("a", .stream(length: .max) { throw Refusal() }) } })
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.message == "the total length of the parts is too large")
    }
}
