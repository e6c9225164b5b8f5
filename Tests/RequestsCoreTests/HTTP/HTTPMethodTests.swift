import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

struct HTTPMethodTests {
    @Test(arguments: [
        // method, safe, idempotent (RFC 9110, section 18.2)
        (HTTPMethod.get, true, true),
        (.head, true, true),
        (.options, true, true),
        (.trace, true, true),
        (.put, false, true),
        (.delete, false, true),
        (.post, false, false),
        (.patch, false, false),
        (.connect, false, false),
        ("PURGE", false, false),
        // Methods are case-sensitive: this one isn't GET.
        ("get", false, false),
    ])
    func `only registered methods are known to be safe or idempotent`(
        method: HTTPMethod, isSafe: Bool, isIdempotent: Bool
    ) {
        #expect(method.isSafe == isSafe)
        #expect(method.isIdempotent == isIdempotent)
    }

    @Test(arguments: ["GET", "get", "M-SEARCH", "!#$%&'*+-.^_`|~09azAZ", "X"])
    func `a token is sent unchanged`(name: String) throws {
        let message = try request(to: "/").using(method: HTTPMethod(name)).resolve()
        #expect(message.method.rawValue == name)
    }

    @Test(arguments: [
        "", " ", "GET ", " GET", "GE T", "GET\tX", "GET\r\nX-Injected: 1", "GET\n", "GET\0", "GET\u{7F}", "GÉT", "GET:",
        "G/T",
        "(GET)", "\"GET\"", "GET,POST", "GET\u{2028}", "GET\u{301}",
    ])
    func `a method that isn't a token is an error`(name: String) {
        let error = request(to: "/").using(method: HTTPMethod(name)).resolutionError()
        #expect(error?.code == .invalidMethod)
        #expect(error?.message.utf8.allSatisfy { 0x20...0x7E ~= $0 } == true, "the message is one line of ASCII")
    }

    @Test func `names made from variables have one form`() {
        let name = "PURGE"
        #expect(HTTPMethod(name) == "PURGE")
        #expect(HeaderField.Name(name) == "purge")
        #expect(JSONValue(name) == "PURGE")
        #expect(URLPath(name) == "PURGE")
    }

    @Test func `the error quotes the method`() {
        let error = request(to: "/").using(method: "GET\r\nX: y").resolutionError()
        #expect(error?.message == #"the method "GET\r\nX: y" is not a valid token (RFC 9110, section 9.1)"#)
    }

    @Test func `a method is encoded as one text in JSON`() throws {
        let data = try JSONEncoder().encode([HTTPMethod.get, "PURGE"])
        #expect(String(decoding: data, as: UTF8.self) == #"["GET","PURGE"]"#)
        #expect(try JSONDecoder().decode([HTTPMethod].self, from: data) == [.get, "PURGE"])
    }
}
