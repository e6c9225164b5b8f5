import Requests

struct SecuritySamples<Session: Transport> {
    let session: Session

    func user(_ login: String, token: String) async throws -> User {
        let user = try await session.perform(
            GitHub.live.get(.json(User.self), from: "/users/\(login)")  // "../x" is sent as ..%2Fx
                .authenticated(with: .bearerToken(token)))  // a redirect to another origin doesn't get the token
        return user
    }
}
