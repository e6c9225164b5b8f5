import Foundation
import Requests
import RequestsEndpoints
import TestSupport

/// Inputs that fit an endpoint, and others that don't.
enum CheckedInput {
    struct ID: Codable, Hashable, Sendable { var id = 1 }
    struct OptionalID: Codable, Hashable, Sendable { var id: Int? }
    struct PathID: Codable, Hashable, Sendable {
        @PathValue var id = 1
    }
    struct IDs: Codable, Hashable, Sendable { var ids = [1, 2] }
    struct OptionalIDs: Codable, Hashable, Sendable { var ids: [Int]? = [1, 2] }
    struct TwoBodies: Codable, Hashable, Sendable {
        @BodyValue var one = ["a"]
        @BodyValue var two = ["b"]
    }
    struct BodyAndField: Codable, Hashable, Sendable {
        @BodyValue var whole = ["a"]
        var field = 1
    }
    struct WholeBody: Codable, Hashable, Sendable {
        var id = 1
        @BodyValue var whole = ["a"]
    }
    struct Names: Codable, Hashable, Sendable { var userName = "a", user_name = "b" }
    struct Version: Codable, Hashable, Sendable { var v = 3 }
    struct Fields: Codable, Hashable, Sendable {
        @HeaderValue var traceID = "a"
        @HeaderValue var traceId = "b"
    }
    struct Framing: Codable, Hashable, Sendable {
        @HeaderValue var contentLength = 9
        @HeaderValue var host = "a"
    }
    struct ContentType: Codable, Hashable, Sendable {
        @HeaderValue var contentType = "application/json"
        var title = "a"
    }
    struct Status: Codable, Hashable, Sendable {
        @ResponseStatus var status = 201
    }
    struct StatusAndBody: Codable, Hashable, Sendable {
        @ResponseStatus var status = 201
        @BodyValue var whole = ["a"]
    }
    struct HeaderAlone: Codable, Hashable, Sendable {
        @HeaderValue var etag = "a"
    }
    struct BodyAlone: Codable, Hashable, Sendable {
        @BodyValue var whole = ["a"]
    }
    struct Failure: Codable, Hashable, Sendable {
        @ErrorBody var problem: String? = "a"
        var id = 1
    }
    struct Object: Codable, Hashable, Sendable { var x = 1 }
    struct HeaderObject: Codable, Hashable, Sendable {
        @HeaderValue var point: Object? = Object()
    }
    struct CookieObject: Codable, Hashable, Sendable {
        @CookieValue var point = Object()
    }
    struct CookieText: Codable, Hashable, Sendable {
        @CookieValue var session = "abc"
    }
    struct Nameless: Codable, Hashable, Sendable {
        @HeaderValue var field = "a"
        @CookieValue var cookie = "b"
        enum CodingKeys: String, CodingKey { case field = "A B", cookie = "c;d" }
    }
    struct Group: Codable, Hashable, Sendable {
        @QueryValue var page = 1
        @HeaderValue var traceID = "a"
        var id = 1
    }
    struct Grouped: Codable, Hashable, Sendable {
        @ResponseGroup var group = Group()
        var title = "a"
    }
    struct ClashingGroup: Codable, Hashable, Sendable {
        @ResponseGroup var group = Group()
        @QueryValue var page = 2
    }
    struct Empty: Codable, Hashable, Sendable {}

    enum Level: Int, Codable, CaseIterable { case low = 5, high = 9 }
    enum Order: String, Codable, CaseIterable { case newest, oldest }
    enum Only: String, Codable, CaseIterable { case todo }
    enum Named: String, Codable, CaseIterable { case one, two }
    enum Shape: Codable, Hashable, Sendable { case circle(radius: Double), square(side: Double) }
    struct Enums: Codable, Hashable, Sendable {
        var order = Order.oldest, level = Level.high, only = Only.todo, named = Named.two, shape = Shape.square(side: 1)
        var shapes = [Shape.circle(radius: 1)], byName = ["a": Order.newest], nothing: Order?
    }
    struct PathEnum: Codable, Hashable, Sendable { var order = Order.oldest, level = Level.low }

    struct Key: RawRepresentable, Codable, Hashable, Sendable { var rawValue = "k" }
    struct Email: Codable, Hashable, Sendable {
        var text = "ada@example.com"
        init() {}
        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text.contains("@") else { throw Unfit() }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
    struct Unfit: Error {}
    struct Keys: Codable, Hashable, Sendable { var key = Key(), email = Email(), date = Date(timeIntervalSince1970: 9) }
    struct Tree: Codable, Hashable, Sendable { var name = "a", children: [Tree] = [] }
    struct Unlisted: Codable, Hashable, Sendable {
        enum Order: String, Codable { case newest, oldest }

        var order = Order.newest
    }

    struct Wide: Codable, Hashable, Sendable { var id = Int128.min, count: UInt128? = .max, list = [Int128.max] }
    struct UnlistedQuery: Codable, Hashable, Sendable {
        @QueryValue var order: Unlisted.Order?
    }

    indirect enum Chain: Codable, Hashable, Sendable { case link(next: Chain), end(Int) }
    struct Recursive: Codable, Hashable, Sendable {
        var tree = Tree(children: [Tree()]), chain = Chain.link(next: .end(1))
    }

    /// An input that rejects made-up values.
    struct Opaque: Codable, Hashable, Sendable {
        var secret = "xyzzy"
        var id = 1
        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            secret = try container.decode(Password.self, forKey: .secret).text
        }
    }
    struct Password: Codable, Hashable, Sendable {
        var text = "xyzzy"
        init() {}
        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text == "xyzzy" else { throw Unfit() }
        }
    }
    /// An input whose decoding recurses endlessly.
    struct Endless: Codable, Hashable, Sendable {
        init() {}
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self).decode(Endless.self, forKey: .next)
        }
        func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
        enum CodingKeys: CodingKey { case next, other }
    }

    struct Misplaced: Codable, Hashable, Sendable {
        @PathValue var id = 1
        @QueryValue var page = 1
    }
}
