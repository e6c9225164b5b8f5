import Foundation
import Requests

struct Tracker: RequestProviding {
    static let live = Tracker(baseURL: URL("https://tracker.example/api"))

    let baseURL: URL
    var token: String?

    func request(
        to endpoint: URLPath, using method: HTTPMethod
    ) -> Request<Tracker, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .authenticated(with: token.map { .bearerToken($0) } ?? .none)
            .adding(headerField: .accept(.json))
    }
}

extension BodyProvider {
    static func propertyList(_ value: some Encodable & Sendable) -> BodyProvider {
        BodyProvider { header, _ in
            header[.contentType] = "application/x-plist"
            return .data(try PropertyListEncoder().encode(value))
        }
    }
}

extension ResponseDecoder where Resource: Decodable {
    static func propertyList(_ type: Resource.Type = Resource.self) -> Self {
        ResponseDecoder(accept: "application/x-plist") { _, data, _ in
            try PropertyListDecoder().decode(Resource.self, from: data)
        }
    }
}

extension AuthenticationProvider {
    static func signed(by key: SigningKey) -> AuthenticationProvider {
        AuthenticationProvider { request in
            request.header["X-Signature"] = try key.signature(
                of: "\(request.method) \(request.url)")
        }
    }
}

extension HeaderField {
    static func apiVersion(_ version: Int) -> HeaderField {
        HeaderField("X-Api-Version", version)
    }
}

extension HTTPMethod {
    static let purge = HTTPMethod("PURGE")
}

extension MediaType {
    static let jsonAPI: MediaType = "application/vnd.api+json"
}

extension RequestErrorCode {
    static let circuitOpen = RequestErrorCode(rawValue: "circuitOpen")
}

struct SigningKey {
    func signature(of text: String) throws -> String { String(text.utf8.count) }
}

struct Ticket: Codable, Equatable {
    let title: String
}

enum OwnSamples {
    /// Sends a request that uses each of the types above.
    static func send(by session: some Transport, _ key: SigningKey, _ counter: Counter) async throws -> Ticket {
        let request = Tracker.live.post(
            .propertyList(Ticket(title: "Broken")), to: "/tickets"
        )
        .authenticated(with: .signed(by: key))
        .receiving(.propertyList(Ticket.self))
        let ticket = try await session.counting(with: counter).perform(request)
        return ticket
    }
}
