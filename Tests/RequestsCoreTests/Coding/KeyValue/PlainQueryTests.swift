import Requests
import Testing

@testable import RequestsCore

@Suite("Plain queries") struct PlainQueryTests {
    @Test(
        "a plain query reads the same values as a tree",
        arguments: [
            "", "&", "a", "a=", "=a", "=", "a=1", "a=1&b=2", "b=2&a=1&", "&&a=1&&b", "a=b=c", "a==", "aa=1&a=2&aaa=3",
            "a=1,2", "a=x.y/z?w", "ab=1", "A=1", "a=1&=2",
        ])
    func equalsTree(_ query: String) throws {
        for coding in [Coding.standard, Coding(nils: .empty)] {
            let plain = try #require(PlainQuery(query, coding: coding))
            let tree = try KeyValueDecoder(ofQuery: query, coding: coding).source
            for name in ["a", "b", "aa", "ab", "a=b", "", "ä", "\u{212A}"] {
                let expected = tree.child(named: name)
                switch plain.value(named: name) {
                case .value(let value):
                    #expect(try value.string() == expected?.string(), "\(name)")
                    #expect(value.isNil == expected?.isNil, "\(name)")
                case .nothing: #expect(expected == nil, "\(name)")
                case .unclear: #expect(!name.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
                }
            }
        }
    }

    @Test("repeated names are left to the tree") func repeatedName() throws {
        let query = try #require(PlainQuery("a=1&b=2&a=3", coding: .standard))
        guard case .unclear = query.value(named: "a") else {
            Issue.record("one of two values")
            return
        }
        guard case .value(let value) = query.value(named: "b") else {
            Issue.record("no value")
            return
        }
        #expect(try value.string() == "2")
    }

    @Test(
        "escapes, spaces, nesting and other characters are left to the tree",
        arguments: ["a=%20", "a=b+c", "a[b]=1", "a]=1", "a=ä"])
    func refusesOthers(_ query: String) {
        #expect(PlainQuery(query, coding: .standard) == nil)
    }

    @Test("styles that give dots or flags a meaning aren't read") func refusesStyles() {
        #expect(PlainQuery("a=1", coding: Coding(nesting: .dots)) == nil)
        #expect(PlainQuery("a=1", coding: Coding(nils: .flag)) == nil)
    }
}
