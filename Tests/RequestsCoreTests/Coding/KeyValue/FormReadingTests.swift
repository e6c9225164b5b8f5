import Foundation
import Requests
import TestSupport
import Testing

private struct Person: Codable, Equatable, Sendable { var name: String; var age: Int8? }
private struct Team: Codable, Equatable, Sendable { var people: [Person]; var lead: Person? }

/// The number of elements that a decoder reports.
private struct Counted: Decodable {
    let count: Int?
    init(from decoder: any Decoder) throws { count = try decoder.unkeyedContainer().count }
}

/// Valid and invalid forms that other programs write.
@Suite("Reading a form") struct FormReadingTests {
    private func read<Value: Decodable>(_ type: Value.Type, _ form: String, _ coding: Coding = .standard) throws
        -> Value
    {
        try coding.value(type, fromForm: Data(form.utf8))
    }

    @Test(arguments: [
        ("a=b", ["a": "b"]), ("a=b=c", ["a": "b=c"]), ("a=", ["a": ""]), ("a", ["a": ""]), ("=b", ["": "b"]),
        ("=", ["": ""]),
        ("", [:]), ("&&a=1&&b=2&", ["a": "1", "b": "2"]), ("a=1+2%2B3%20", ["a": "1 2+3 "]), ("a+b=c", ["a b": "c"]),
        ("a%3Db=%26", ["a=b": "&"]), ("a=%zz%2", ["a": "%zz%2"]), ("a=100%", ["a": "100%"]), ("a=%", ["a": "%"]),
        ("a=%c3%a4%C3%A4", ["a": "ää"]), ("a=ä", ["a": "ä"]), ("a=%00%0D%0A", ["a": "\0\r\n"]),
        ("a=b;c=d", ["a": "b;c=d"]),
        ("a]=1", ["a]": "1"]), ("a[=1", ["a[": "1"]), ("a[b]c=1", ["a[b]c": "1"]), ("a[[b]]=1", ["a[[b]]": "1"]),
        ("a?b=c#d", ["a?b": "c#d"]), ("a==", ["a": "="]), ("a=%EF%BB%BF", ["a": "\u{FEFF}"]),
    ])
    func `names and values are decoded byte by byte`(form: String, expected: [String: String]) throws {
        #expect(try read([String: String].self, form) == expected)
    }

    @Test(arguments: [
        ("q=1&q=2&q=3", Coding.standard), ("q[]=1&q[]=2&q[]=3", .standard), ("q%5B%5D=1&q=2&q[]=3", .standard),
        ("q[0]=1&q[1]=2&q[2]=3", .standard), ("q[2]=3&q[0]=1&q[1]=2", .standard),
        ("q[7]=1&q[8]=2&q[999999999]=3", .standard),
        ("q=1,2,3", Coding(arrays: .commaSeparated)), ("q=1%2C2,3", Coding(arrays: .commaSeparated)),
        ("q=1&q=2,3", Coding(arrays: .commaSeparated)), ("q.0=1&q.1=2&q.2=3", Coding(nesting: .dots)),
        ("q[]=1&q[]=2&q[]=3", Coding(arrays: .brackets, nesting: .dots)),
    ])
    func `an array is read in whichever style it was written`(form: String, coding: Coding) throws {
        #expect(try read([String: [Int]].self, form, coding) == ["q": [1, 2, 3]])
        #expect(try read([String: Set<Int>].self, form, coding) == ["q": [1, 2, 3]])
    }

    @Test(arguments: [("q=1&q=2", 2), ("q[]=1", 1), ("q[1][a]=1&q[0][a]=2&q[2]=", 3)])
    func `an array knows the number of its elements`(form: String, count: Int) throws {
        #expect(try read([String: Counted].self, form)["q"]?.count == count)
    }

    @Test func `the elements of an array are identified by their index, in any order of the pairs`() throws {
        let team = Team(people: [Person(name: "A", age: 1), Person(name: "B")], lead: Person(name: "C"))
        #expect(
            try read(
                Team.self, "people[1][name]=B&lead[name]=C&x=y&people[0][age]=1&people[0][name]=A&people[0][z][]=1")
                == team
        )
        let many = (0..<500).shuffled().map { "people[\($0)][name]=n\($0)" }.joined(separator: "&")
        #expect(try read(Team.self, many).people.map(\.name) == (0..<500).map { "n\($0)" })
    }

    static let bad: [(String, String)] = [
        ("people[0][age]=1", "keyNotFound people.0.name"), ("people=1", "typeMismatch people.0"),
        ("people[0]=1", "typeMismatch people.0"), ("people[x][name]=1", "typeMismatch people"),
        ("people[00][name]=1", "typeMismatch people"), ("people[-1][name]=1", "typeMismatch people"),
        ("people[10000000000][name]=1", "typeMismatch people"), ("people[0][name]=A&people=1", "dataCorrupted people"),
        ("people[][name]=A", "typeMismatch people"),
        ("people[0][name]=A&people[0][name]=B", "dataCorrupted people.0.name"),
        ("people[0][name][x]=A", "typeMismatch people.0.name"), ("people[0][name]=%FF", "dataCorrupted people.0.name"),
        ("people[0][%FF]=A", "dataCorrupted people.0"), ("%C3=1", "dataCorrupted "),
        ("people[0][name]=A&people[0][age]=x", "typeMismatch people.0.age"),
        ("people[0][name]=A&people[0][age]=", "typeMismatch people.0.age"),
        ("people[0][name]=A&people[0][age]=128", "dataCorrupted people.0.age"),
        ("people[0][name]=A&people[0][age]=1.5", "typeMismatch people.0.age"),
        ("people[0][name]=A&people[0][age]= 1", "typeMismatch people.0.age"),
        ("people[0][name]=A&people[0][age]=+1", "typeMismatch people.0.age"),
        ("people[0][name]=A&lead=1&lead[name]=B", "dataCorrupted lead"),
        ("people[0][name]=A&lead[name]=B&lead", "dataCorrupted lead"),
        ("people[0][name]=A&people[0][name][x]=B", "dataCorrupted people.0.name"),
        ("people[0][name]=A&lead=1", "typeMismatch lead"), ("people[0][name]=A&lead[age]=1", "keyNotFound lead.name"),
        ("a" + String(repeating: "[b]", count: 128) + "=1", "dataCorrupted a" + String(repeating: ".b", count: 127)),
    ]

    @Test(arguments: bad)
    func `a value that doesn't fit is an error with its path`(form: String, expected: String) {
        let error = #expect(throws: DecodingError.self) { try read(Team.self, form) }
        let text: String? =
            switch error {
            case .keyNotFound(let key, let context)?: "keyNotFound \(path(context.codingPath + [key]))"
            case .typeMismatch(_, let context)?: "typeMismatch \(path(context.codingPath))"
            case .valueNotFound(_, let context)?: "valueNotFound \(path(context.codingPath))"
            case .dataCorrupted(let context)?: "dataCorrupted \(path(context.codingPath))"
            default: nil
            }
        #expect(text == expected)
    }

    private func path(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }

    @Test(arguments: ["true", "1", "t", "yes", "y", "on", "TRUE", "True", "On"])
    func `a lenient coding reads a Bool as people and browsers write it`(text: String) throws {
        #expect(try read([String: Bool].self, "a=\(text)", Coding(lenientBooleans: true)) == ["a": true])
    }

    @Test(arguments: ["false", "0", "f", "no", "n", "off", "False"])
    func `a lenient coding reads false as people and browsers write it`(text: String) throws {
        let coding = Coding(lenientBooleans: true)
        #expect(try read([String: Bool].self, "a=\(text)", coding) == ["a": false])
        for other in ["", "2", "tru", "null", text + text] {
            #expect(throws: DecodingError.self) { try read([String: Bool].self, "a=\(other)", coding) }
        }
    }

    private struct Integers: Codable, Equatable {
        var a: Int?, b: Int8?, c: Int16?, d: Int32?, e: Int64?, f: Int128?
        var g: UInt?, h: UInt8?, i: UInt16?, j: UInt32?, k: UInt64?, l: UInt128?
        var m: Bool?, n: Double?, o: Float?, p: String?
    }

    @Test(arguments: [(1_024, 7), (1_025, nil)])
    func `a number has at most 1,024 bytes`(count: Int, number: Int?) {
        let form = "a=" + String(repeating: "0", count: count - 1) + "7"
        #expect((try? read([String: Int].self, form)) == number.map { ["a": $0] })
    }

    @Test func `an empty form is nil`() throws {
        #expect(try read(Person?.self, "") == nil)
        #expect(try read(Person?.self, "name=a") == Person(name: "a"))
    }

    @Test func `an optional of each type is written and read`() throws {
        let form = "a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&j=10&k=11&l=12&m=true&n=1.5&o=2.5&p=x"
        let row = try read(Integers.self, form)
        #expect(try Coding.standard.formData(from: row) == Data(form.utf8))
        let missing = form.split(separator: "&").map { $0.prefix(2) }.joined(separator: "&")
        let empty = Coding(nils: .empty)
        #expect(try read(Integers.self, missing, empty) == Integers())
        #expect(try empty.formData(from: Integers()) == Data(missing.utf8))
        #expect(try Coding.standard.formData(from: Integers()).isEmpty)
    }

    @Test func `a key that is written in two ways is an error, and neither value is lost`() throws {
        #expect(try read([Int: String].self, "1=x&2=y") == [1: "x", 2: "y"])
        let error = #expect(throws: DecodingError.self) { try read([Int: String].self, "1=x&01=y") }
        guard case .dataCorrupted(let context)? = error else { Issue.record("\(error as Any)"); return }
        #expect(path(context.codingPath) == "01")
        #expect(ErrorText.developerText(of: try #require(error)) == "`01` is a duplicate key")
    }

    @Test(arguments: [("true", true), ("1", true), ("false", false), ("0", false)])
    func `a Bool is read as the styles write it`(text: String, value: Bool) throws {
        #expect(try read([String: Bool].self, "a=\(text)") == ["a": value])
        for other in ["t", "f", "yes", "no", "y", "n", "on", "off", text.uppercased() + " "] {
            #expect(throws: DecodingError.self) { try read([String: Bool].self, "a=\(other)") }
        }
        #expect(throws: DecodingError.self) { try read([String: Bool].self, "a=True") }
    }

    @Test(arguments: [
        "nan", "inf", "-inf", "infinity", "0x1p3", "1e", "e1", ".", "-", "1e400", "1_0", "1,5", "", "1 ", "--1", "1/2",
        "1:2", "1e1:", "1./",
    ])
    func `a text that isn't a decimal number is refused`(text: String) {
        #expect(throws: DecodingError.self) { try read([String: Double].self, "a=\(text)") }
        #expect(throws: DecodingError.self) { try read([String: Float].self, "a=\(text)") }
        #expect(throws: DecodingError.self) { try read([String: Decimal].self, "a=\(text)") }
        #expect(throws: DecodingError.self) { try read([String: Int].self, "a=\(text)") }
    }

    @Test(arguments: [
        ("1", 1.0), ("-1.5", -1.5), ("%2B2.", 2), (".5", 0.5), ("1e3", 1_000), ("1E-3", 0.001), ("007", 7),
    ])
    func `numbers are read as people write them`(text: String, expected: Double) throws {
        #expect(try read([String: Double].self, "a=\(text)") == ["a": expected])
    }

    private func failure<Value: Decodable>(_ type: Value.Type, _ form: String, _ coding: Coding = .standard) -> Bool {
        do {
            _ = try read([String: Value].self, form, coding)
            return false
        } catch {
            guard case DecodingError.dataCorrupted(let context) = error else { return error is DecodingError }
            return context.codingPath.first?.stringValue == "a"
        }
    }

    @Test func `no invalid value of any type traps`() {
        let long = String(repeating: "9", count: 100_000)
        for text in [
            "", "x", "-", "1e99999999999999999999", "0x10", "%FF", "+", long, "-" + long, "1e" + long, "\0", "[]", "{}",
        ] {
            let form = "a=\(text)"
            let failures = [
                failure(Int.self, form), failure(UInt8.self, form), failure(Int128.self, form),
                failure(UInt64.self, form),
                failure(Double.self, form), failure(Float.self, form), failure(Decimal.self, form),
                failure(Date.self, form),
                failure(UUID.self, form), failure(Date.self, form, Coding(dates: .secondsSince1970)),
                failure(Date.self, form, Coding(dates: .millisecondsSince1970)), failure([Int].self, form),
                failure(Bool.self, form), failure([String: Int].self, form),
            ]
            #expect(!failures.contains(false), "\(text.prefix(20))")
        }
        #expect(failure(Data.self, "a=%25"))
        #expect(failure([Int: Int].self, "a[b]=1"))
    }

    @Test(arguments: [
        "6F9619FF-8B86-D011-B42D-00C04FC964FF", "6f9619ff-8b86-d011-b42d-00c04fc964ff",
    ])
    func `a scalar with a NUL isn't read up to the NUL`(uuid: String) throws {
        #expect(try read([String: UUID].self, "a=\(uuid)") == ["a": #require(UUID(uuidString: uuid))])
        for junk in ["%00", "%00junk", "%00\(uuid)"] {
            #expect(failure(UUID.self, "a=\(uuid)\(junk)"))
            #expect(failure(URL.self, "a=https://h/\(junk)"))
            #expect(failure(Data.self, "a=AAAA\(junk)"))
            for number in ["a=1\(junk)", "a=1.5\(junk)"] {
                #expect(failure(Int.self, number))
                #expect(failure(Double.self, number))
                #expect(failure(Float.self, number))
                #expect(failure(Decimal.self, number))
                #expect(failure(Date.self, number, Coding(dates: .secondsSince1970)))
                #expect(failure(Bool.self, number))
            }
            #expect(failure(Date.self, "a=2024-05-01T12:00:00Z\(junk)"))
        }
    }

    @Test func `generated bytes are a value or a DecodingError`() {
        var generator = SeededGenerator(seed: 42)
        let pieces = Array("a=[]&.%+0123456789,".utf8) + [0, 0x80, 0xFF, 0xC3, 0xA4]
        for _ in 0..<4_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let data = Data((0..<count).map { _ in pieces.randomElement(using: &generator) ?? 0 })
            for coding in [
                Coding.standard, Coding(arrays: .brackets, nesting: .dots, nils: .flag),
                Coding(arrays: .commaSeparated),
            ] {
                do {
                    _ = try coding.value([String: [String: [Int?]]].self, fromForm: data)
                } catch {
                    #expect(error is DecodingError)
                }
            }
        }
    }

    @Test func `decoded pairs are read the same way`() throws {
        let pairs: [(name: String, value: String?)] = [
            ("people[0][name]", "A+B%20"), ("people[0][age]", "7"), ("flag", nil), ("lead[name]", "C"),
        ]
        #expect(
            try Coding.standard.value(Team.self, fromPairs: pairs)
                == Team(people: [Person(name: "A+B%20", age: 7)], lead: Person(name: "C"))
        )
        let flags: [(name: String, value: String?)] = [("name", "A"), ("age", nil)]
        #expect(try Coding(nils: .flag).value(Person.self, fromPairs: flags) == Person(name: "A"))
        #expect(throws: DecodingError.self) { try Coding.standard.value(Person.self, fromPairs: flags) }
    }
}
