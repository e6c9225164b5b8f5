import Foundation
import Requests
import TestSupport
import Testing

/// The problem details of RFC 9457.
@Suite("Problem details")
struct ProblemTests {
    private static let credit = #"""
        {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","status":403,
        "detail":"Your current balance is 30, but that costs 50.","instance":"/account/12345/msgs/abc",
        "balance":30,"accounts":["/account/12345","/account/67890"],"next_try":{"not_before":"1970-01-01T00:00:00Z"}}
        """#

    private func problem(_ json: String, coding: Coding = .standard) throws -> ProblemDetails {
        try coding.value(ProblemDetails.self, fromJSON: Data(json.utf8))
    }

    @Test(arguments: [Coding.standard, .snakeCase, Coding(keys: .custom(encode: { $0 }, decode: { "x" + $0 }))])
    func `the example of the RFC is read, whatever the key style`(coding: Coding) throws {
        let problem = try problem(Self.credit, coding: coding)
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.title == "You do not have enough credit.")
        #expect(problem.status == .forbidden)
        #expect(problem.detail == "Your current balance is 30, but that costs 50.")
        #expect(problem.instance == "/account/12345/msgs/abc")
        let balance: Int? = problem["balance"]
        #expect(balance == 30)
        #expect(problem["accounts", as: [String].self] == ["/account/12345", "/account/67890"])
    }

    @Test func `custom members are decoded with the coding of the API`() throws {
        struct NextTry: Decodable { var notBefore: Date }
        let problem = try problem(Self.credit)
        #expect(problem["next_try", as: NextTry.self, coding: .snakeCase]?.notBefore == Date(timeIntervalSince1970: 0))
        #expect(problem["next_try", as: NextTry.self] == nil)
        #expect(problem["balance", as: String.self] == nil)
        #expect(problem["none", as: Int.self] == nil)
        #expect(problem["title", as: String.self] == nil)
    }

    @Test(arguments: [
        ("{}", ProblemDetails()),
        (#"{"type":1,"title":2,"status":"403","detail":[],"instance":null}"#, ProblemDetails()),
        (#"{"status":1e400,"title":null}"#, ProblemDetails()), (#"{"status":404}"#, ProblemDetails(status: 404)),
        (#"{"type":"","title":"\u00e9"}"#, ProblemDetails(type: "", title: "é")),
    ])
    func `a member of another type is left out`(json: String, expected: ProblemDetails) throws {
        #expect(try problem(json) == expected)
        #expect(ProblemDetails().type == "about:blank")
    }

    @Test(arguments: ["[]", "1", "null", #""a""#])
    func `a body that isn't an object isn't a problem`(json: String) {
        #expect(throws: DecodingError.self) { try problem(json) }
    }

    @Test(arguments: [
        ("9223372036854775807", "9223372036854775807"), ("18446744073709551615", "18446744073709551615"),
        ("-1", "-1"), ("0.1", "0.1"), ("true", "true"), (#""a\/b""#, #""a\/b""#),
        (#"{"b":[null,{"a_b":[]}]}"#, #"{"b":[null,{"a_b":[]}]}"#),
    ])
    func `a problem that was read is written unchanged`(json: String, expected: String) throws {
        let problem = try problem(#"{"type":"t","x":\#(json)}"#)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let text = String(decoding: try encoder.encode(problem), as: UTF8.self)
        #expect(text == #"{"type":"t","x":\#(expected)}"#)
        #expect(try self.problem(text) == problem)
    }

    @Test func `a problem can be created with custom members`() throws {
        var problem = ProblemDetails(title: "Full", status: 507, detail: "d", instance: "/i")
        try problem.set("free_bytes", 0)
        try problem.set("gone", "x")
        try problem.set("gone", nil as String?)
        let text = String(decoding: try Coding.standard.jsonData(from: problem), as: UTF8.self)
        #expect(
            text == #"{"detail":"d","free_bytes":0,"instance":"/i","status":507,"title":"Full","type":"about:blank"}"#)
    }

    @Test(arguments: [Coding.standard, .snakeCase]) func `a custom member is exact, and may be nested deeply`(
        coding: Coding
    ) throws {
        let deep = String(repeating: #"{"a":"#, count: 400) + "1" + String(repeating: "}", count: 400)
        for text in [#"{"z_z":1.10,"a":[1e400,123456789012345678901234567890]}"#, deep] {
            let problem = try problem(#"{"x":\#(text),"status":403}"#, coding: coding)
            #expect(problem["x", as: JSONValue.self]?.description == text)
            #expect(String(decoding: try coding.jsonData(from: problem), as: UTF8.self).contains(#""x":\#(text)"#))
        }
    }

    @Test(.timeLimit(.minutes(1))) func `an API uses problems as its failures, whatever the media type`() async throws {
        struct Bank: RequestProviding {
            typealias Failure = ProblemDetails
            var baseURL = URL("https://h")
        }
        for type in ["application/problem+json", "application/json", "text/plain"] {
            let transport = FixedResponse(status: 403, header: [HeaderField(.contentType, type)], body: Self.credit)
            let error = await transport.failure(of: Bank().post(to: "/messages"))
            #expect(error?.failure?.title == "You do not have enough credit.")
            #expect(error?.failure?["balance"] == 30)
        }
        #expect(MediaType.problem.isJSON)
    }
}
