import Foundation
import Requests
import Testing

/// The tables of the pages, row by row: the library must do what the tables state.
@Suite("Tables of the pages")
struct PageTableTests {
    /// The second sentence of a message, if the row contains only the first one.
    private static let hopeless = "Trying again will not help."

    /// Returns the message that users read: it begins with the section's text, and continues with the cell's text.
    private static func message(_ beginning: String, _ cell: Substring) -> String {
        let isWhole = cell.dropLast().contains(".")
        return [beginning, String(cell), isWhole ? "" : hopeless].filter { !$0.isEmpty }.joined(separator: " ")
    }

    @Test func `every code has a row with its message for users, and with a mark if it is retried`() throws {
        let page = try Document(page: "ErrorCodes.md")
        let sections = [
            ("The request is invalid", "The request could not be sent. This app made an invalid request."),
            ("The request isn't sent", "The request could not be sent."),
            ("The response doesn't arrive", "The request got no response."),
            ("The response can't be read", "The response could not be read."),
            ("The response isn't accepted", "The request was not successful."), ("Other codes", ""),
        ]
        var codes: Set<RequestErrorCode> = []
        for (section, beginning) in sections {
            #expect(beginning.isEmpty || page.text.contains("\n## \(section)\n\n*\(beginning)"))
            for row in try page.rows(below: "## \(section)") {
                let name = row[0].dropFirst("``RequestErrorCode/".count).prefix { $0 != "`" }
                let code = RequestErrorCode(rawValue: String(name))
                #expect(codes.insert(code).inserted, "\(code)")
                #expect(row[0].hasSuffix("↻") == RetryPolicy.default.codes.contains(code), "\(code)")
                guard code != .unacceptableStatus else { continue }
                let text = TransportError(code: code, message: "").localizedDescription
                if row.count == 2 {
                    #expect(text == "\(beginning) \(Self.hopeless)", "\(code)")
                } else if beginning.isEmpty {
                    #expect(text == String(row[2]), "\(code)")
                } else {
                    #expect(text == Self.message(beginning, row[2]), "\(code)")
                }
            }
        }
        #expect(codes.count == 42)
    }

    @Test func `every status in the table has its message for users, and a mark if it is retried`() throws {
        let rows = try Document(page: "ErrorCodes.md").rows(below: "### By status")
        #expect(rows.count == 14)
        var retried: Set<HTTPStatus> = []
        for row in rows {
            for part in row[0].split(separator: ", ") {
                guard let status = Int(part.prefix { $0 != " " }).map({ HTTPStatus($0) }) else { continue }
                if part.hasSuffix("↻") { retried.insert(status) }
                // Without the request, an error can't tell whether the request lacked credentials or creates a
                // resource.
                guard !row[0].contains("if"), !row[0].contains("after") else { continue }
                let error = TransportError(code: .unacceptableStatus, message: "", head: ResponseHead(status: status))
                let message = Self.message("The request was not successful.", row[1])
                #expect(error.localizedDescription == message, "\(status)")
            }
        }
        #expect(retried == RetryPolicy.default.statuses)
    }

    @Test(arguments: BadInputs.all.map { Row(part: $0, inputs: $1, expected: $2) })
    func `an input does what it must do`(row: Row) throws { try check(row) }

    @Test(arguments: try pageRows()) func `an input does what its row says`(row: Row) throws { try check(row) }

    @Test func `the page has a row for each part of a request`() throws {
        let parts = Set(try Self.pageRows().map(\.part))
        #expect(parts == Set(RequestPart.allCases))
    }

    private func check(_ row: Row) throws {
        for input in row.inputs {
            #expect(try row.part.outcome(of: input) == row.expected, "\(input.debugDescription)")
        }
    }

    /// Returns the rows whose inputs are literals.
    private static func pageRows() throws -> [Row] {
        try Document(page: "BadInput.md").rows(below: "## Values").compactMap { cells in
            let part = try #require(RequestPart(rawValue: String(cells[0])), "\(cells[0])")
            guard cells[1].hasPrefix("`") else { return nil }
            let inputs = try cells[1].split(separator: "`, `").map { try unescaped($0.trimming("`")) }
            return Row(part: part, inputs: inputs, expected: expectation(cells[2]))
        }
    }

    /// Returns the code or the URL in the cell, or the cell's last word, such as `unchanged`.
    private static func expectation(_ cell: Substring) -> String {
        guard cell.hasPrefix("`") else { return String(cell.split(separator: " ").last ?? "") }
        return String(cell.trimming("`").replacing("RequestErrorCode/", with: ""))
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
    /// Inputs of a part of a request, with their result.
    struct Row: Sendable, CustomTestStringConvertible {
        let part: RequestPart
        let inputs: [String]
        let expected: String

        var testDescription: String { "\(part), \(inputs): \(expected)" }
    }
}

/// A part of a request, with its name on the page "Bad input".
enum RequestPart: String, CaseIterable, Sendable {
    case pathValue = #"`/users/\(value)`"#
    case path = "a literal or raw path"
    case absoluteURL = "`URLPath(absolute:)`"
    case baseURL = "base URL"
    case queryValue = "query value"
    case method
    case fieldName = "field name"
    case fieldValue = "field value"
    case timeout = "timeout in seconds"
    case hookURL = "URL from a hook"

    /// Resolves a request with the input, and returns a code, a URL or `unchanged`.
    func outcome(of input: String) throws -> String {
        let h = AnonymousProvider("https://h")
        let head = h.head("")
        switch self {
        case .pathValue: return outcome(h.head("/users/\(input)"))
        case .path:
            let outcome = outcome(h.head(URLPath(input)))
            #expect(self.outcome(h.head("\(raw: input)")) == outcome)
            return outcome
        case .absoluteURL: return outcome(h.head(URLPath(absolute: try url(input))))
        case .baseURL: return outcome(AnonymousProvider(baseURL: try url(input)).head("/n"))
        case .queryValue: return outcome(head.adding(query: "q", input))
        case .method:
            let method = HTTPMethod(input)
            return outcome(h.request(to: "", using: method)) { $0.method == method }
        case .fieldName:
            return outcome(head.adding(headerField: HeaderField(HeaderField.Name(input), "1"))) {
                $0.header.first?.name.rawValue == input
            }
        case .fieldValue:
            return outcome(head.adding(headerField: HeaderField("X", input))) {
                $0.header["X"].map { Array($0.utf8) } == Array(input.utf8)
            }
        case .timeout:
            let seconds = try #require(Double(input))
            return outcome(head.adapting { $0.timeoutInterval = seconds }) { $0.timeoutInterval == seconds }
        case .hookURL:
            let url = try url(input)
            return outcome(head.adapting { $0.url = url })
        }
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func outcome(
        _ request: some RequestConvertible, isUnchanged: ((OutgoingRequest) -> Bool)? = nil
    ) -> String {
        do {
            let message = try request.resolve()
            guard let isUnchanged else { return message.urlText }
            return isUnchanged(message) ? "unchanged" : "another message: \(message)"
        } catch {
            return error.code.rawValue
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
