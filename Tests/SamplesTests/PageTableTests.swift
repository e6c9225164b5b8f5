import Foundation
import Requests
import Testing

/// The tables of the pages, row by row: the library must do what they state.
@Suite("Tables of the pages")
struct PageTableTests {
    private static let h = AnonymousProvider("https://h")

    @Test func `every code has one text for users, and a row that says when it occurs`() throws {
        var codes: [String] = []
        for row in try Document(page: "TextsForUsers.md").rows(below: "## By code") {
            for cell in row[1].split(separator: "``, ``") {
                let name = String(cell.trimming("`").dropFirst("RequestErrorCode/".count))
                let error = TransportError(code: RequestErrorCode(rawValue: name), message: "")
                #expect(error.localizedDescription == String(row[0]), "\(name)")
                codes.append("``RequestErrorCode/\(name)``")
            }
        }
        #expect(codes.count == 42)
        let rows = try Document(page: "ErrorCodes.md").rows(below: "## Codes")
        #expect(rows.map { String($0[0]) }.sorted() == codes.sorted())
    }

    @Test func `every status in the table has its text for users`() throws {
        let statuses = try Document(page: "TextsForUsers.md").rows(below: "## By status")
        #expect(statuses.count == 13)
        for row in statuses {
            for status in row[0].split(separator: ", ").compactMap({ Int($0) }) {
                let head = ResponseHead(status: HTTPStatus(status))
                let error = TransportError(code: .unacceptableStatus, message: "", head: head)
                #expect(error.localizedDescription == String(row[1]), "\(status)")
            }
        }
    }

    @Test(arguments: try rows("## Values in a path"))
    func `a value in a path does what its row says`(row: Row) throws {
        #expect(row.outcome(of: Self.h.head("/users/\(row.input)")) == row.expected)
    }

    @Test(arguments: try rows("## Literal and raw paths"))
    func `a literal or raw path does what its row says`(row: Row) {
        #expect(row.outcome(of: Self.h.head(URLPath(row.input))) == row.expected)
        #expect(row.outcome(of: Self.h.head("\(raw: row.input)")) == row.expected)
    }

    @Test(arguments: try rows("## Absolute URLs"))
    func `an absolute URL does what its row says`(row: Row) throws {
        let url = try #require(URL(string: row.input))
        #expect(row.outcome(of: Self.h.head(URLPath(absolute: url))) == row.expected)
    }

    @Test(arguments: try rows("## Base URLs"))
    func `a base URL does what its row says`(row: Row) throws {
        let url = try #require(URL(string: row.input))
        #expect(row.outcome(of: AnonymousProvider(baseURL: url).head("/n")) == row.expected)
    }

    @Test(arguments: try rows("## Queries"))
    func `a value in a query does what its row says`(row: Row) {
        #expect(row.outcome(of: Self.h.head("").adding(query: "q", row.input)) == row.expected)
    }

    @Test(arguments: try rows("## Methods"))
    func `a method does what its row says`(row: Row) {
        let method = HTTPMethod(row.input)
        #expect(row.outcome(of: Self.h.request(to: "", using: method)) { $0.method == method } == row.expected)
    }

    @Test(arguments: try rows("## Header field names"))
    func `the name of a field does what its row says`(row: Row) {
        let request = Self.h.head("").adding(headerField: HeaderField(HeaderField.Name(row.input), "1"))
        let outcome = row.outcome(of: request) { $0.header.first?.name.rawValue == row.input }
        #expect(outcome == row.expected)
    }

    @Test(arguments: try rows("## Header field values"))
    func `the value of a field does what its row says`(row: Row) {
        let request = Self.h.head("").adding(headerField: HeaderField("X", row.input))
        let outcome = row.outcome(of: request) { $0.header["X"].map { Array($0.utf8) } == Array(row.input.utf8) }
        #expect(outcome == row.expected)
    }

    @Test(arguments: try rows("## Timeouts"))
    func `a timeout does what its row says`(row: Row) throws {
        let seconds = try #require(Double(row.input))
        let request = Self.h.head("").adapting { $0.timeoutInterval = seconds }
        #expect(row.outcome(of: request) { $0.timeoutInterval == seconds } == row.expected)
    }

    @Test(arguments: try rows("## URLs from a hook or a provider"))
    func `a URL from a hook does what its row says`(row: Row) throws {
        let url = try #require(URL(string: row.input))
        #expect(row.outcome(of: Self.h.head("").adapting { $0.url = url }) == row.expected)
    }

    private static func rows(_ heading: String) throws -> [Row] {
        try Document(page: "BadInput.md").rows(below: heading).flatMap { cells in
            guard cells[0].hasPrefix("`") else { return [Row]() }
            return try cells[0].split(separator: "`, `").map { input in
                Row(input: try unescaped(input.trimming("`")), expected: expectation(cells[1]))
            }
        }
    }

    /// Returns a code, a URL, or the words of the cell.
    private static func expectation(_ cell: Substring) -> String {
        cell.hasPrefix("`") ? String(cell.trimming("`").replacing("RequestErrorCode/", with: "")) : String(cell)
    }

    /// Returns the text of a Swift literal; a literal without quotes is a number.
    private static func unescaped(_ literal: Substring) throws -> String {
        guard literal.first == "\"" else { return String(literal) }
        var text = String.UnicodeScalarView()
        var rest = literal.unicodeScalars.dropFirst().dropLast()
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "r": text.append("\r")
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "0": text.append("\0")
            case "\\": text.append("\\")
            case "u":
                let digits = String(rest.dropFirst().prefix { $0 != "}" })
                text.append(try #require(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)))
                rest = rest.dropFirst(digits.count + 2)
            default: Testing.Issue.record("an escape that is not known in \(literal)")
            }
        }
        return String(text)
    }
}

extension PageTableTests {
    /// An input of a table, with its result on the page.
    struct Row: Sendable, CustomTestStringConvertible {
        let input: String
        let expected: String

        var testDescription: String { "\(input.debugDescription): \(expected)" }

        /// Returns the result of a request: a code, its URL, or the expectation in words if the check confirms it.
        func outcome(of request: some RequestConvertible, check: ((OutgoingRequest) -> Bool)? = nil) -> String {
            do {
                let message = try request.resolve()
                guard let check else { return message.urlText }
                return check(message) && expected.contains(" ") ? expected : "another message: \(message)"
            } catch {
                return error.code.rawValue
            }
        }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return text
    }
}
