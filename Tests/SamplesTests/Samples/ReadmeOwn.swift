import Foundation
import Requests

struct GetUser: RequestConvertible {
    typealias Resource = User  // its decoder is inferred: JSON
    let id: Int
    var baseURL: URL { URL("https://api.example.com") }
    var endpoint: URLPath { "/users/\(id)" }
    var method: HTTPMethod { .get }
}

extension ResponseDecoder where Resource == [[Substring]] {
    static var csv: Self {
        ResponseDecoder(accept: "text/csv") { _, data in
            String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
        }
    }
}

extension BodyProvider {
    static func csv(_ text: String) -> BodyProvider { .data(Data(text.utf8), contentType: "text/csv") }
}

struct Canned: Transport {
    let text: String
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        TransportResponse(head: ResponseHead(status: .ok, url: request.url), body: MessageBody(Data(text.utf8)))
    }
}
