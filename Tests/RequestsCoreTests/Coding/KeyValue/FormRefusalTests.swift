import Foundation
import Requests
import TestSupport
import Testing

private struct Place: Codable, Equatable, Sendable { var city: String?; var zip: Int? }
private struct Holder: Codable, Equatable, Sendable {
    var place: Place? = Place(city: "x"); var list: [String]? = ["x"]; var text: String? = "x"
}
private enum Bare: Codable, Sendable { case none, byID(Int), some(limit: Int?) }
private indirect enum Mixed: Encodable, Sendable {
    case one(Int), many([Mixed])
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one(let number): try container.encode(number)
        case .many(let numbers): try container.encode(numbers)
        }
    }
}
private struct Chain: Codable, Sendable {
    var next: [Chain]?
    var end: Int?
    static func of(_ length: Int) -> Chain { (0..<length).reduce(Chain(end: 1)) { chain, _ in Chain(next: [chain]) } }
}

/// Values that would be read back as different values, with the errors that contain their paths.
@Suite("Ambiguous forms") struct FormRefusalTests {
    static let rows: [(Coding, any Encodable & Sendable, String)] = [
        (.standard, ["a": ["b": [Int]()]], "`a.b` is empty, so nothing is written"),
        (Coding(arrays: .brackets), ["a": [Int]()], "`a` is empty"),
        (Coding(arrays: .indices), ["a": [Int]()], "`a` is empty"),
        (Coding(arrays: .commaSeparated), ["a": [String]()], "`a` is empty"),
        (.standard, ["a": [[1], []]], "`a.1` is empty"), (.standard, ["a": Set<Int>()], "`a` is empty"),
        (.standard, ["a": [String: Int]()], "`a` is empty"),
        (.standard, Holder(place: Place()), "`place` is empty"), (.standard, Holder(list: []), "`list` is empty"),
        (.standard, ["a": Int?.none], "`a` is nil, which the NilStyle doesn't write"),
        (.standard, Place?.some(Place()), "the value is written as an empty body, which would be read as nil"),
        (Coding(arrays: .commaSeparated), ["a": ["b,c"]], "`a.0` contains a comma"),
        (Coding(arrays: .commaSeparated), ["a": [["b", "c,"]]], "`a.0.1` contains a comma"),
        (.standard, ["a": [1, nil]], "`a.1` is nil, but the current ArrayStyle and NilStyle"),
        (Coding(nils: .flag), ["a": [1, nil]], "`a.1` is nil, but the current ArrayStyle and NilStyle"),
        (Coding(arrays: .indices), ["a": [nil, 1]], "`a.0` is nil, but the current ArrayStyle and NilStyle"),
        (Coding(nils: .empty), Holder(text: ""), "`text` is written as an empty string, which would be read as nil"),
        (Coding(nils: .empty), Holder(list: [""]), "`list` is written as an empty string, which would be read as nil"),
        (
            Coding(arrays: .brackets, nils: .empty), Holder(list: [""]),
            "`list` is written as an empty string, which would be read as nil"
        ),
        (
            Coding(arrays: .commaSeparated, nils: .empty), Holder(list: [""]),
            "`list` is written as an empty string, which would be read as nil"
        ),
        (
            Coding(arrays: .indices, nils: .empty), ["a": [String?.some("")]],
            "`a.0` is written as an empty string, which would be read as nil"
        ),
        (Coding(nils: .flag), ["": Int?.none], "is nil and has an empty name"),
        (
            .standard, ["x": ["a[b]": 1]],
            "`x.a[b]` has a bracket in its name, which would be read as nesting: use `nesting: .dots`"
        ),
        (.standard, ["a": ["]": 1]], "`a.]` has a bracket"),
        (.standard, ["a": ["": 1]], "has an empty name"),
        (Coding(nesting: .dots), ["x": ["a.b": 1]], "`x.a.b` has a dot in its name"),
        (
            Coding(arrays: .brackets, nesting: .dots), ["x": ["a[]": 1]],
            "`x.a[]` has a bracket in its name, which would be read as nesting: use a different ArrayStyle"
        ),
        (Coding(arrays: .brackets), ["x": ["a[]": 1]], "use `nesting: .dots` and a different ArrayStyle"),
        (.standard, ["a": Bare.none], "`a` is an enum case without a raw value"),
        (.standard, ["a": Bare.some(limit: nil)], "`a` is an enum case without a raw value"),
        (
            .snakeCase, ["a": Bare.byID(1)],
            "is an enum case whose name the KeyStyle would decode as `byId`: give the case a coding key"
        ),
        (
            .standard, ["a": [Mixed.one(1), .many([.one(2)])]],
            "`a.1` is in an array with both single and nested values"
        ),
        (
            .standard, 5,
            "the value is a single value without a name: give the value a name, as in .form([\"name\": value])"
        ),
        (.standard, "text", "the value is a single value"),
        (.standard, [1], "the value is an array without a name: give the array a name, as in .form"),
        (.standard, Set([1]), "the value is an array without a name"),
        (.standard, ["a": Double.nan], "`a` is not a finite number"),
        (.standard, ["a": [Date(timeIntervalSince1970: .infinity)]], "`a.0` is a date that can't be written"),
        (.standard, Chain.of(100), "is nested more than 128 levels deep"),
        (.standard, Chain.of(2_000), "is nested more than 128 levels deep"),
    ]

    @Test(arguments: rows)
    func `an ambiguous form is refused with the path of the value`(
        coding: Coding, value: any Encodable & Sendable, message: String
    ) throws {
        let error = #expect(throws: TransportError.self) { try coding.formData(from: value) }
        #expect(error?.code == .bodyEncodingFailed)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `queries stay lenient`() throws {
        #expect(try queryText(QueryItem("a", [Int]())) == "")
        #expect(try queryText(QueryItem("a", ["b,c"]), coding: Coding(arrays: .commaSeparated)) == "a=b%2Cc")
        #expect(try queryText(QueryItem(contentsOf: ["a[b]": ["c": Int?.none]])) == "")
    }

    @Test func `an unambiguous form isn't refused`() throws {
        let rows: [(Coding, Holder)] = [
            (.standard, Holder(text: "")), (.standard, Holder(list: [""])), (Coding(nils: .flag), Holder(text: "")),
            (Coding(nils: .empty), Holder(list: ["", ""])), (Coding(arrays: .commaSeparated), Holder(text: "a,b")),
            (Coding(arrays: .indices, nils: .empty), Holder(list: [""])),
            (.standard, Holder(place: nil, list: nil, text: nil)),
            (Coding(nils: .empty), Holder(place: nil, list: nil, text: nil)),
            (Coding(nils: .flag), Holder(place: nil, list: nil, text: nil)),
        ]
        for (coding, holder) in rows {
            #expect(try coding.value(Holder.self, fromForm: coding.formData(from: holder)) == holder)
        }
        #expect((1...100).first { (try? Coding.standard.formData(from: Chain.of($0))) == nil } == 64)
        let chain = try Coding.standard.formData(from: Chain.of(60))
        #expect(try Coding.standard.formData(from: Coding.standard.value(Chain.self, fromForm: chain)) == chain)
        let bare = try Coding(keys: .verbatim).formData(from: ["a": Bare.byID(1)])
        guard case .byID(1)? = try Coding.standard.value([String: Bare].self, fromForm: bare)["a"] else {
            Issue.record("the case is another one")
            return
        }
    }
}
