import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Deep: Encodable, Sendable {
    var scores: [String: [String: Int]]
    var tags: Set<String>
    var day = Date(timeIntervalSince1970: 0.5)
}

/// The resolution of requests: equal requests make the same message each time.
struct ResolutionTests {
    private static let api = AnonymousProvider("https://h/v1?v=1")

    /// Makes the names in one of two orders.
    ///
    /// Sets and dictionaries made from them are equal, but iterate in different orders.
    private static func names(reversed: Bool) -> [String] {
        let names = (0..<40).map { "k\($0)" }
        return reversed ? names.reversed() : names
    }

    private static func dictionary(reversed: Bool) -> [String: Int] {
        var dictionary: [String: Int] = [:]
        if reversed { dictionary.reserveCapacity(4_000) }
        for name in names(reversed: reversed) { dictionary[name] = name.utf8.count }
        return dictionary
    }

    private static func set(reversed: Bool) -> Set<String> {
        var set: Set<String> = []
        if reversed { set.reserveCapacity(4_000) }
        for name in names(reversed: reversed) { set.insert(name) }
        return set
    }

    private static func request(reversed: Bool) -> Request<AnonymousProvider, Void> {
        let dictionary = dictionary(reversed: reversed)
        return api.post(.json(["a": dictionary, "b": dictionary]), to: "/n/\("x y")")
            .adding(query: dictionary)
            .adding(query: "set", set(reversed: reversed))
            .adding(query: Deep(scores: ["x": dictionary, "y": dictionary], tags: set(reversed: reversed)))
            .adding(query: "uuids", Set([UUID(uuidString: "00000000-0000-0000-0000-000000000001")]))
            .authenticated(with: .basic(user: "u", password: "p"))
    }

    @Test func `the same value gives the same bytes, a hundred times`() throws {
        let request = Self.request(reversed: false)
        let first = try request.wire()
        for _ in 1...100 { #expect(try request.wire() == first) }
    }

    @Test func `equal values give the same bytes, however they were made`() throws {
        #expect(
            Array(Self.set(reversed: false)) != Array(Self.set(reversed: true)), "the order does not differ: no test")
        #expect(try Self.request(reversed: false).wire() == Self.request(reversed: true).wire())
    }

    @Test func `sets and dictionaries are sorted in queries, and dictionaries in JSON`() throws {
        let request = Self.api.post(.json(["b": 1, "a": 2, "C": 3]), to: "").with(query: [])
            .adding(query: ["b": 1, "a": 2, "C": 3]).adding(query: "s", Set(["b", "a", "C"]))
        #expect(try request.resolve().urlText == "https://h/v1?v=1&C=3&a=2&b=1&s=C&s=a&s=b")
        #expect(try request.wire().hasSuffix(#"{"C":3,"a":2,"b":1}"#))
    }

    @Test func `queries are in the order of base URL, endpoint, items and credentials`() throws {
        let request = Self.api.get(.none, from: "/n?e=2").adding(query: "i", 3)
            .authenticated(with: .apiKey("4", inQuery: "k"))
        #expect(try request.resolve().urlText == "https://h/v1/n?v=1&e=2&i=3&k=4")
    }

    @Test func `fields are in the order of the request, the body, the decoder and the credentials`() throws {
        let request = Self.api.post(.text("hi"), to: "").adding(headerField: "Z", 1)
            .authenticated(with: .bearerToken("t")).receiving(.json([Int].self))
        let names = try request.resolve().header.map(\.name.rawValue)
        #expect(names == ["Z", "Content-Type", "Accept", "Authorization"])
    }

    @Test func `hooks run in order, see the whole message, and are checked`() throws {
        let request = Self.api.post(.text("hi"), to: "").authenticated(with: .bearerToken("t"))
            .adapting {
                $0.header["X-Seen"] = "\($0.method) \($0.urlText) \($0.body) \($0.header["Authorization"] ?? "")"
            }
            .adapting { $0.header["X-Seen"]? += "!" }
        #expect(try request.resolve().header["X-Seen"] == "POST https://h/v1?v=1 2 bytes Bearer t!")
        let moved = request.adapting {
            $0.urlText = "https://other/n"; $0.method = .put
        }
        #expect(try moved.resolve().description == "PUT https://other/n")
        #expect(moved.adapting { $0.header["Host"] = "evil" }.resolutionError()?.code == .reservedHeaderField)
    }

    @Test func `a hook's own error is the cause, and a RequestError keeps its code`() throws {
        struct Refusal: Error {}
        let refused = try #require(Self.api.head("").adapting { _ in throw Refusal() }.resolutionError())
        #expect(refused.code == .adaptationFailed)
        #expect(refused.underlyingError is Refusal)
        #expect(refused.message == "the request could not be adapted: Refusal()")
        let typed = Self.api.head("").adapting { _ in throw TransportError(code: .offline, message: "no clock") }
        #expect(typed.resolutionError()?.code == .offline)
    }

    @Test func `Foundation's request is the message`() throws {
        let request = try Self.api.patch(.text("hi"), to: "/n").adding(headerField: "X-A", 1).adding(
            headerField: "x-a", 2
        )
        .adding(headerField: "Cookie", "a=1").adding(headerField: "Cookie", "b=2").timeout(after: .seconds(0.25))
        .with(cachePolicy: .returnCacheDataElseLoad).toURLRequest()
        #expect(request.url?.absoluteString == "https://h/v1/n?v=1")
        #expect(request.httpMethod == "PATCH")
        #expect(request.httpBody == Data("hi".utf8))
        #expect(request.value(forHTTPHeaderField: "X-A") == "1, 2")
        #expect(request.value(forHTTPHeaderField: "Cookie") == "a=1; b=2")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8")
        #expect(request.timeoutInterval == 0.25)
        #expect(request.cachePolicy == .returnCacheDataElseLoad)
    }

    @Test(arguments: ["get", "post", "put", "head", "delete", "connect", "Get"])
    func `a method that Foundation would change can't be converted to Foundation's request`(name: String) throws {
        let request = Self.api.request(to: "/n", using: HTTPMethod(name))
        let error = #expect(throws: TransportError.self) { try request.toURLRequest() }
        let message = try request.resolve()
        if let error {
            #expect(error.code == .invalidMethod)
            let problem = "because Foundation would send \(name.uppercased())"
            #expect(error.message == "a URLRequest can't have the method \(name), \(problem)")
        }
        #expect(message.method.rawValue == name)
    }

    @Test(arguments: ["patch", "options", "x-get", "GET", "M-SEARCH", "trace"])
    func `any other method is kept`(name: String) throws {
        let request = Self.api.request(to: "/n", using: HTTPMethod(name))
        #expect(try request.toURLRequest().httpMethod == name)
    }

    /// Uses so many fields that a repeated search for each of them would be noticeably slow.
    @Test func `fields by the thousand are resolved, joined and marked`() throws {
        let fields = (0..<10_000).map { HeaderField(HeaderField.Name("X-Field-\($0 % 5_000)"), "value number \($0)") }
        let request = Self.api.get(.none, from: "/n").adding(headerFields: fields)
            .authenticated(with: AuthenticationProvider { $0.header["X-Own"] = "1" })
        let message = try request.resolve()
        #expect(message.header.count == 10_001)
        #expect(message.header.filter(\.isSensitive).map(\.name) == ["X-Own"])
        let joined = try message.toURLRequest()
        #expect(joined.allHTTPHeaderFields?.count == 5_001)
        #expect(joined.value(forHTTPHeaderField: "x-field-7") == "value number 7, value number 5007")
        let head = ResponseHead(status: .ok, header: message.header, urlText: "https://h")
        #expect(head.httpURLResponse?.value(forHTTPHeaderField: "X-Field-8") == "value number 8, value number 5008")
    }
}
