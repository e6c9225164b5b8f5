import Foundation
import Requests

struct AlamofireRequest<Base: RequestConvertible>: URLRequestConvertible {
    let base: Base

    func asURLRequest() throws -> URLRequest { try base.toURLRequest() }
}

extension Session {
    func perform<R: RequestConvertible>(_ request: R) async throws -> R.Resource {
        let result = await self.request(AlamofireRequest(base: request))
            .serializingData().response
        guard let response = result.response else {
            throw result.error ?? URLError(.badServerResponse)
        }
        return try request.resource(
            from: ResponseHead(response), result.data ?? Data())
    }
}

func performByAlamofire() async throws -> User {
    let user = try await AF.perform(
        GitHub.live.get(.json(User.self), from: "/users/ada"))
    return user
}
