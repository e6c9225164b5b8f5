#if XML
import Foundation
import Requests
import RequestsXML
import Testing
import XMLCoder

private struct Holder: Encodable, Sendable {
    var list: [Int]? = []
    @Attribute var at: Date
}
private struct ElementHolder: Encodable, Sendable { @Element var at: Date }
private struct BothHolder: Encodable, Sendable { @ElementAndAttribute var at: Date }
private struct Chain: Encodable, Sendable {
    var next: [Chain]?
    static func of(_ length: Int) -> Chain { (0..<length).reduce(Chain()) { chain, _ in Chain(next: [chain]) } }
}

/// Values that can't be written, or would be read back as different values: each causes an error with the path.
@Suite("Ambiguous XML") struct XMLRefusalTests {
    private static let wrapped =
        "the value of `at` is a date in a property wrapper of XMLCoder, but such wrappers write dates as seconds since "
        + "2001: remove the wrapper, and return .attribute or .element from nodeEncoding(for:)"

    private static let rows: [(any Encodable & Sendable, String)] = [
        (
            ["a": ["x", "b\u{0}"]],
            "the value of `a.1` contains the character U+0000, which isn't allowed in XML: send the value as Data"
        ),
        (
            ["a": "\u{1B}[0m"],
            "the value of `a` contains the character U+001B, which isn't allowed in XML: send the value as Data"
        ),
        ("\u{FFFE}", "the value contains the character U+FFFE, which isn't allowed in XML: send the value as Data"),
        (["a b": 1], #"the value has a member whose name isn't valid in XML: "a b""#),
        (["k": ["a><evil/": 1]], #"the value of `k` has a member whose name isn't valid in XML: "a><evil/""#),
        (["": 1], #"the value has a member whose name isn't valid in XML: """#),
        ([1: "a"], #"the value has a member whose name isn't valid in XML: "1""#),
        (
            ["a": [Int]()],
            "the value of `a` is an empty array or dictionary, which XML can't distinguish from a missing value"
        ),
        (
            ["a": [String: Int]()],
            "the value of `a` is an empty array or dictionary, which XML can't distinguish from a missing value"
        ),
        (
            [[1], []],
            "the value of `1` is an empty array or dictionary, which XML can't distinguish from a missing value"
        ),
        (
            Chain(next: []),
            "the value of `next` is an empty array or dictionary, which XML can't distinguish from a missing value"
        ),
        ([1, nil], "the value of `1` is nil, which would be read back as an empty string: leave the value out"),
        (["a": Int?.none], "the value of `a` is nil, which would be read back as an empty string: leave the value out"),
        (Int?.none, "the value is nil, which can't be written as an XML document"),
        (
            ["a": [Date(): 1]],
            "the value of `a` is a dictionary with keys that aren't strings, which XML can't represent"
        ),
        (["a": Double.nan], "the body could not be encoded as XML: the value of `a` can't be written"),
        (Double.nan, "the body could not be encoded as XML: a value can't be encoded"),
        (["a": Date.distantFuture + 1e12], "the body could not be encoded as XML: the value of `a` can't be written"),
        (Holder(list: nil, at: Attribute(Date())), wrapped), (ElementHolder(at: Element(Date())), wrapped),
        (BothHolder(at: ElementAndAttribute(Date())), wrapped),
        (
            Chain.of(200),
            "the value of `next.0.next.0.next.0.next.0` is nested more than 100 elements deep"
        ),
    ]

    @Test(arguments: rows.indices) func `ambiguous XML is refused with its path`(row: Int) throws {
        let (value, message) = Self.rows[row]
        let error = #expect(throws: TransportError.self) { try BodyFormat.xml(root: "r").data(from: value) }
        #expect(error?.code == .bodyEncodingFailed)
        #expect(error?.message == message)
    }

    @Test func `the error contains no part of the value`() throws {
        let error = AnonymousProvider("https://h").post(.xml(["pin": "SECRET\u{0}"], root: "r"), to: "/").refusal
        #expect(error?.code == .bodyEncodingFailed)
        #expect(error.map { "\($0) \($0.debugDescription)" }?.contains("SECRET") == false)
    }
}
#endif
