public import Foundation
public import Requests

extension OpenAPI {
    /// The metadata of an API, such as its title and version.
    public struct Info: Sendable {
        /// The title.
        public var title: String
        /// The version of the API's description, such as `1.2.0`.
        public var version: String
        /// A one-sentence summary of the API.
        public var summary: String?
        /// A description in CommonMark.
        public var description: String?
        /// The contact for questions about the API.
        public var contact: Contact?
        /// The licence of the API.
        public var license: License?
        /// The servers of the API; if there are none, the document uses the API's base URL.
        public var servers: [Server] = []
        /// Descriptions of the endpoints' tags in CommonMark, in the order of the document; other tags follow.
        public var tags: KeyValuePairs<String, String> = [:]
        /// The declaration of the requests that the API sends to its users (OpenAPI 3.1.1, section 4.8.1).
        ///
        /// ```swift
        /// struct CatalogEvents: RequestProviding {
        ///     let baseURL: URL
        ///     let bookAdded = Endpoint<Book, Void>(.post, "/").summary("Reports a new book")
        /// }
        ///
        /// OpenAPI.Info(title: "Catalog", version: "1", webhooks: CatalogEvents(baseURL: URL("https://user.example")))
        /// ```
        ///
        /// The document contains each of these endpoints under the name of its property, without its URL, its
        /// credentials and its API's failure. To send such a request, make the API of the webhooks with a user's URL.
        public var webhooks: (any RequestProviding)?

        /// Makes the metadata of an API.
        public init(
            title: String, version: String, summary: String? = nil, description: String? = nil, contact: Contact? = nil,
            license: License? = nil, servers: [Server] = [], tags: KeyValuePairs<String, String> = [:],
            webhooks: (any RequestProviding)? = nil
        ) {
            self.title = title
            self.version = version
            self.summary = summary
            self.description = description
            self.contact = contact
            self.license = license
            self.servers = servers
            self.tags = tags
            self.webhooks = webhooks
        }
    }

    /// The contact for an API.
    public struct Contact: Sendable {
        /// The name.
        public var name: String?
        /// The URL of a web page.
        public var url: URL?
        /// The email address.
        public var email: String?

        /// Makes a contact.
        public init(name: String? = nil, url: URL? = nil, email: String? = nil) {
            self.name = name
            self.url = url
            self.email = email
        }
    }

    /// The licence of an API.
    public struct License: Sendable {
        /// The name.
        public var name: String
        /// The SPDX identifier, such as `Apache-2.0`.
        public var identifier: String?

        /// Makes a licence.
        public init(name: String, identifier: String? = nil) {
            self.name = name
            self.identifier = identifier
        }
    }

    /// A server of an API.
    public struct Server: Sendable {
        /// The base URL.
        public var url: URL
        /// A description of the server.
        public var description: String?

        /// Makes a server.
        public init(_ url: URL, description: String? = nil) {
            self.url = url
            self.description = description
        }
    }
}

extension OpenAPI.Info {
    /// The Info Object.
    var json: JSONValue {
        .object(
            .present([
                ("title", .string(title)), ("summary", summary.map(JSONValue.string)),
                ("description", description.map(JSONValue.string)), ("contact", contact?.json),
                ("license", license?.json), ("version", .string(version)),
            ]))
    }
}

extension OpenAPI.Contact {
    fileprivate var json: JSONValue {
        .object(
            .present([
                ("name", name.map(JSONValue.string)), ("url", (url?.absoluteString).map(JSONValue.string)),
                ("email", email.map(JSONValue.string)),
            ]))
    }
}

extension OpenAPI.License {
    fileprivate var json: JSONValue {
        .object(.present([("name", .string(name)), ("identifier", identifier.map(JSONValue.string))]))
    }
}

extension OpenAPI.Server {
    /// Makes the server of a base URL, without its user and query, which may contain secrets; `nil` for a Unix socket.
    init?(baseURL: URL) {
        guard baseURL.scheme?.lowercased().hasPrefix("http") == true, baseURL.scheme?.contains("+") == false,
            var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        else { return nil }
        // Without a user, the password is not written either.
        components.password = nil
        components.user = nil
        components.query = nil
        components.fragment = nil
        guard let url = components.url else { return nil }
        self.init(url)
    }

    /// The Server Object.
    var json: JSONValue {
        .object(.present([("url", .string(url.absoluteString)), ("description", description.map(JSONValue.string))]))
    }
}

extension JSONValue.Object {
    /// Makes an object from the members with a value.
    static func present(_ members: [(String, JSONValue?)]) -> JSONValue.Object {
        JSONValue.Object(members.compactMap { name, value in value.map { (key: name, value: $0) } })
    }
}
