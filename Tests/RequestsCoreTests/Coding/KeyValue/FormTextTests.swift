import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Place: Codable, Equatable, Sendable { var city = "Köln"; var zip: Int? }
private struct SignUp: Codable, Equatable, Sendable {
    var userName = "Ada & Co"
    var place = Place(zip: 5)
    var tags = ["a", "b"]
    var isNew = true
    var nick: String?
}
private enum Choice: Codable, Equatable, Sendable { case by(id: Int), text(String) }

/// A dictionary key whose name in the form isn't its number alone.
private struct Code: Codable, Hashable, Sendable, CodingKeyRepresentable {
    var number: Int

    init(_ number: Int) { self.number = number }

    init?(codingKey: some CodingKey) {
        guard let number = Int(codingKey.stringValue.dropFirst()) else { return nil }
        self.number = number
    }

    var codingKey: any CodingKey { "n\(number)".codingKey }
}

/// The texts of values as forms, which are read back.
@Suite("The text of a form") struct FormTextTests {
    /// Returns the form of a value, with unescaped brackets for readability.
    private func text(_ value: some Encodable, _ coding: Coding) throws -> String {
        String(decoding: try coding.formData(from: value), as: UTF8.self)
            .replacing("%5B", with: "[").replacing("%5D", with: "]")
    }

    @Test(arguments: [
        (Coding.standard, "userName=Ada%20%26%20Co&place[city]=K%C3%B6ln&place[zip]=5&tags=a&tags=b&isNew=true"),
        (.snakeCase, "user_name=Ada%20%26%20Co&place[city]=K%C3%B6ln&place[zip]=5&tags=a&tags=b&is_new=true"),
        (
            Coding(arrays: .brackets, booleans: .numeric, nils: .empty, spacesAsPlus: true),
            "userName=Ada+%26+Co&place[city]=K%C3%B6ln&place[zip]=5&tags[]=a&tags[]=b&isNew=1&nick="
        ),
        (
            Coding(arrays: .indices, nesting: .dots, nils: .flag),
            "userName=Ada%20%26%20Co&place.city=K%C3%B6ln&place.zip=5&tags.0=a&tags.1=b&isNew=true&nick"
        ),
        (
            Coding(arrays: .commaSeparated),
            "userName=Ada%20%26%20Co&place[city]=K%C3%B6ln&place[zip]=5&tags=a,b&isNew=true"
        ),
    ])
    func `a value is written in the styles, and read back`(coding: Coding, expected: String) throws {
        #expect(try text(SignUp(), coding) == expected)
        #expect(try coding.value(SignUp.self, fromForm: coding.formData(from: SignUp())) == SignUp())
    }

    static let values: [(Coding, any Codable & Sendable, String)] = [
        (.standard, ["a": "b c+d", "A": "ä=&;%"], "A=%C3%A4%3D%26%3B%25&a=b%20c%2Bd"),
        (Coding(spacesAsPlus: true), ["a b": "c d+%20"], "a+b=c+d%2B%2520"),
        (.standard, [10: [1], 9: [2, 3]], "10=1&9=2&9=3"),
        (.standard, ["": ""], "="),
        (.standard, [Code(2): 1, Code(1): 3], "n1=3&n2=1"),
        // Each byte is written as three.
        (.standard, ["ä": "ö", "ü": "€"], "%C3%A4=%C3%B6&%C3%BC=%E2%82%AC"),
        (.standard, ["ä": ["ß": "ö", "ü": "€"]], "%C3%A4[%C3%9F]=%C3%B6&%C3%A4[%C3%BC]=%E2%82%AC"),
        (.standard, ["ä": ["ö": ["ü": "ß"]]], "%C3%A4[%C3%B6][%C3%BC]=%C3%9F"),
        (.standard, ["ä": ["ö": Int.min]], "%C3%A4[%C3%B6]=-9223372036854775808"),
        (Coding(arrays: .brackets), ["ä": ["ö", "ü"]], "%C3%A4[]=%C3%B6&%C3%A4[]=%C3%BC"),
        (Coding(arrays: .commaSeparated), ["ä": ["ö", "ü"]], "%C3%A4=%C3%B6,%C3%BC"),
        (.standard, ["q": [Place(), Place(city: "Bonn")]], "q[0][city]=K%C3%B6ln&q[1][city]=Bonn"),
        (Coding(nesting: .dots), ["q": [["a]": 1, "": 2]]], "q.0.=2&q.0.a%5D=1".replacing("%5D", with: "]")),
        (.standard, ["q": [[1, 2], [3]]], "q[0]=1&q[0]=2&q[1]=3"),
        (Coding(arrays: .commaSeparated), ["q": [[1, 2], [3]]], "q[0]=1,2&q[1]=3"),
        (.standard, ["c": [Choice.by(id: 3), .text("x")]], "c[0][by][id]=3&c[1][text][_0]=x"),
        (Coding(arrays: .indices, nils: .flag), ["q": [nil, 1]], "q[0]&q[1]=1"),
        (.standard, ["t": ["", ""]], "t=&t="), (Coding(arrays: .commaSeparated), ["t": ["", ""]], "t=,"),
        (.standard, ["n": Int128.max], "n=170141183460469231731687303715884105727"),
        (.standard, ["n": [1e300, -0.5]], "n=1e%2B300&n=-0.5"),
        (.standard, [String: Int](), ""), (.standard, Place?.none, ""),
    ]

    @Test(arguments: values)
    func `other values are written and read back the same way`(
        coding: Coding, value: any Codable & Sendable, expected: String
    ) throws {
        func check<Value: Codable>(_ value: Value) throws {
            #expect(try text(value, coding) == expected)
            let data = try coding.formData(from: value)
            if data.isEmpty { return }
            #expect(try coding.formData(from: coding.value(Value.self, fromForm: data)) == data)
        }
        try check(value)
    }

    @Test(arguments: [
        (Coding.standard, ["user[name]": "Ada"], "user%5Bname%5D=Ada"),
        (.snakeCase, ["user[lastName]": "A"], "user%5BlastName%5D=A"),
        (.standard, ["a[]": "1", "b[": "2", "]": "3"], "%5D=3&a%5B%5D=1&b%5B=2"),
        (Coding(nesting: .dots), ["user.name": "Ada"], "user.name=Ada"),
        (Coding(arrays: .brackets, nesting: .dots), ["a[]": "1"], "a%5B%5D=1"),
        (Coding(spacesAsPlus: true), ["user[first name]": "Ada"], "user%5Bfirst+name%5D=Ada"),
    ])
    func `a key of the whole form is written unchanged, as in a query`(
        coding: Coding, value: [String: String], form: String
    ) throws {
        #expect(String(decoding: try coding.formData(from: value), as: UTF8.self) == form)
        let query = try queryText(QueryItem(contentsOf: value), coding: coding)
        #expect(query == form.replacing("+", with: "%20"))
        let parts = try AnonymousProvider(baseURL: URL("https://h"), coding: coding)
            .post(.encoded(value, as: .multipart), to: "").wire()
        for name in value.keys { #expect(parts.contains("name=\"\(name)\"")) }
    }

    @Test func `brackets in a key of the whole form are read back as nesting`() throws {
        let form = try Coding.standard.formData(from: ["user[name]": ["Ada"], "user[tags][]": ["a", "b"]])
        let read = try Coding.standard.value([String: [String: [String]]].self, fromForm: form)
        #expect(read == ["user": ["name": ["Ada"], "tags": ["a", "b"]]])
    }

    @Test func `only a form writes a space as a plus`() throws {
        let coding = Coding(spacesAsPlus: true)
        #expect(try queryText(QueryItem("a b", "c d"), coding: coding) == "a%20b=c%20d")
        #expect(try queryText(QueryItem(contentsOf: ["a b": "c d"]), coding: coding) == "a%20b=c%20d")
    }

    @Test func `the same value gives the same bytes`() throws {
        var texts: Set<Data> = []
        for seed in 0..<20 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var values: [String: Set<Int>] = [:]
            for number in (1...50).shuffled(using: &generator) { values["k\(number)"] = Set(0...number) }
            texts.insert(try Coding.standard.formData(from: values))
        }
        #expect(texts.count == 1)
    }
}
