import Foundation
import Requests

/// The samples of the cookbook's page on building and sending.
enum CookbookSending {
    struct Gallery: RequestProviding {
        var baseURL = URL("https://gallery.example/v1")
        var coding: Coding { .snakeCase }  // isPublic is is_public
    }

    nonisolated struct Album: Codable {
        let id: Int
        let title: String
    }

    struct Recipes {
        let session: any Transport
        let gallery = Gallery()
    }
}

// MARK: Send

extension CookbookSending {
    nonisolated struct NewAlbum: Encodable {
        let title: String
        let isPublic: Bool
    }

    nonisolated struct Token: Decodable {
        let accessToken: String
    }

    nonisolated struct Search: Encodable {
        var text: String
        var year: Int?  // nil is left out
        var tags: [String] = []  // an item for each tag
    }
}

extension CookbookSending.Recipes {
    typealias Album = CookbookSending.Album
    typealias NewAlbum = CookbookSending.NewAlbum
    typealias Token = CookbookSending.Token
    typealias Search = CookbookSending.Search

    func create(_ album: NewAlbum) async throws -> Album {
        try await session.perform(
            // {"is_public":true,"title":"Tea"}
            gallery.post(.json(album), to: "/albums")
                .receiving(.json(Album.self)))
    }

    func signIn(_ name: String, _ password: String) async throws -> Token {
        let form = ["grant_type": "password", "username": name, "password": password]
        return try await session.perform(
            // grant_type=password&password=…&username=ada
            gallery.post(.form(form), to: "/token")
                .receiving(.json(Token.self)))
    }

    func search(_ cursor: String?) async throws -> [Album] {
        // GET /v1/albums?text=tea&tags=sea&tags=sun&limit=20
        let search = Search(text: "tea", tags: ["sea", "sun"])
        let albums = try await session.perform(
            gallery.get(.json([Album].self), from: "/albums")
                .adding(query: search)
                .adding(query: "limit", 20)
                .adding(query: "cursor", cursor))  // a String?, here nil
        return albums
    }
}

// MARK: Describe the API

extension CookbookSending {
    enum Headers {
        struct Gallery: RequestProviding {
            var baseURL = URL("https://gallery.example/v1")
            var language = "en"

            func request(
                to endpoint: URLPath, using method: HTTPMethod
            ) -> Request<Gallery, Void> {
                Request(api: self, endpoint: endpoint, method: method)
                    .setting(headerField: "X-Api-Version", 3)
                    .setting(headerField: .acceptLanguage, language)
            }
        }
    }

    enum Environments {
        struct Gallery: RequestProviding {
            static let production = Gallery(baseURL: URL("https://gallery.example/v1"))
            static let staging = Gallery(baseURL: URL("https://staging.gallery.example/v1"))

            static func current(
                in environment: [String: String] = ProcessInfo.processInfo.environment
            ) -> Gallery {
                environment["GALLERY"] == "staging" ? staging : production
            }

            let baseURL: URL
        }
    }
}

extension CookbookSending {
    nonisolated struct Release: Decodable {
        let tagName: String
    }
}

extension CookbookSending.Recipes {
    typealias Release = CookbookSending.Release

    func latestRelease(of owner: String, _ name: String) async throws -> Release {
        let gitHub = AnonymousProvider("https://api.github.com", coding: .snakeCase)
        return try await session.perform(
            gitHub.get(
                .json(Release.self), from: "/repos/\(owner)/\(name)/releases/latest"))
    }

    func content(of url: URL) async throws -> Data {  // the whole URL, with its query
        try await session.perform(AnonymousProvider(baseURL: url).get(.data, from: ""))
    }
}

// MARK: GraphQL

extension CookbookSending {
    struct GraphQL: RequestProviding {
        var baseURL = URL("https://gallery.example/graphql")
        var envelope: Envelope {
            Envelope(Outcome.self, content: "data") { outcome in
                if let error = outcome.errors?.first { throw error }
            }
        }

        func query<Value: Decodable & Sendable>(
            _ type: Value.Type, _ text: String, _ variables: some Encodable & Sendable
        ) -> Request<GraphQL, Value> {
            post(.json(Query(query: text, variables: variables)), to: "")
                .idempotent().receiving(.json(type))
        }
    }

    nonisolated struct Query<Variables: Encodable & Sendable>: Encodable {
        let query: String
        let variables: Variables
    }
    nonisolated struct Outcome: Decodable { let errors: [QueryError]? }
    nonisolated struct QueryError: Decodable, LocalizedError {
        let message: String
        var errorDescription: String? { message }
    }

    nonisolated struct Found: Decodable {
        struct Album: Decodable { let title: String }
        let album: Album?  // nil if there is no such album
    }
}

extension CookbookSending.Recipes {
    typealias GraphQL = CookbookSending.GraphQL
    typealias Found = CookbookSending.Found

    func title(of id: String) async throws -> String? {
        let query = "query ($id: ID!) { album(id: $id) { title } }"
        let found = try await session.perform(
            GraphQL().query(Found.self, query, ["id": id]))
        return found.album?.title
    }
}

// MARK: Read

extension CookbookSending {
    struct Copy {
        var album: Album
        var eTag: String?
    }
}

extension CookbookSending.Recipes {
    typealias Copy = CookbookSending.Copy

    func exists(_ id: Int) async throws -> Bool {
        try await session.perform(
            gallery.head("/albums/\(id)")
                .receiving(.byStatus(.on(.success, as: true), .on(404, as: false))))
    }

    func album(_ id: Int) async throws -> Album? {
        try await session.perform(
            gallery.get(
                .byStatus(.on(200, .json(Album?.self)), .on(404, as: nil)),
                from: "/albums/\(id)"))
    }

    func refreshed(_ copy: Copy) async throws -> Copy {
        let request = gallery.get(
            .byStatus(.on(200, .json(Album?.self)), .on(304, as: nil)),
            from: "/albums/\(copy.album.id)")
        let (head, album) = try await session.response(
            for: request.setting(headerField: .ifNoneMatch, copy.eTag))
        guard let album else { return copy }  // 304 Not Modified
        return Copy(album: album, eTag: head.header["ETag"])
    }

    func rename(_ copy: Copy, to title: String) async throws -> Copy? {
        let path: URLPath = "/albums/\(copy.album.id)"
        let request = gallery.patch(.json(["title": title]), to: path)
            .setting(headerField: .ifMatch, copy.eTag)
        do {
            try await session.perform(request)
            return nil
        } catch {
            guard error.head?.status == .preconditionFailed else { throw error }
            return try await refreshed(copy)  // show it, and ask again
        }
    }

    func albums() async throws -> (albums: [Album], total: Int?) {
        let (head, albums) = try await session.response(
            for: gallery.get(.json([Album].self), from: "/albums"))
        let total = head.header["X-Total-Count"].flatMap { Int($0) }
        return (albums, total)
    }
}

// MARK: Decode

extension CookbookSending {
    enum Enveloped {
        struct Gallery: RequestProviding {
            var baseURL = URL("https://gallery.example/v1")
            var envelope: Envelope { Envelope(content: "data") }
        }

        static func album(_ id: Int, _ session: any Transport, _ gallery: Gallery) async throws -> Album {
            // {"data": {"id": 7, "title": "Tea"}}
            let album = try await session.perform(
                gallery.get(.json(Album.self), from: "/albums/\(id)"))
            return album
        }
    }

    nonisolated struct Wrapped<Value: Decodable & Sendable>: Decodable {
        let data: Value
    }

    nonisolated enum Visibility: String, Codable {
        case everyone, friends, unknown

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            self = Visibility(rawValue: text) ?? .unknown
        }
    }
}

extension CookbookSending.Recipes {
    typealias Wrapped = CookbookSending.Wrapped

    func wrapped(_ id: Int) -> Request<CookbookSending.Gallery, Album> {
        let request = gallery.get(
            .json(Wrapped<Album>.self, as: \.data), from: "/albums/\(id)")
        return request
    }
}

nonisolated extension Coding {
    /// Dates such as 2024-05-01 12:00:00, in UTC.
    static let spacedDates = Coding(
        dates: .custom(
            encode: { spacedDate.format($0) },
            decode: { try spacedDate.parse($0) }))

    private static let spacedDate =
        Date.ISO8601FormatStyle(dateTimeSeparator: .space)
        .year().month().day().time(includingFractionalSeconds: false)
}

extension CookbookSending {
    enum Dated {
        struct Gallery: RequestProviding {
            var baseURL = URL("https://gallery.example/v1")
            var coding: Coding { .spacedDates }
        }
    }
}
