// The source of a package that depends on this one. In .ci/run it must build, run and get its response.
import Foundation
import Requests

struct Users: RequestProviding {
    let baseURL: URL = URL("https://api.example.com/v1")
}

struct User: Decodable, Sendable {
    var name: String
}

struct Canned: Transport {
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        TransportResponse(
            head: ResponseHead(status: .ok, url: request.url), body: MessageBody(Data(#"{"name":"Ada"}"#.utf8))
        )
    }
}

let request = Users().get(.json(User.self), from: "/users/\("a/b")").adding(query: "page", 2)
let user = try await Canned().perform(request)
print(request, "->", user.name)
guard request.description == "GET https://api.example.com/v1/users/a%2Fb?page=2", user.name == "Ada" else { exit(1) }
