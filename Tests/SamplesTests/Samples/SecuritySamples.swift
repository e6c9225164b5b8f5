import Requests

struct SecuritySamples<Session: Transport> {
    let session: Session

    func user(_ login: String, token: String) async throws -> User {
        let user = try await session.perform(
            // "../x" is sent as ..%2Fx
            GitHub.live.get(.json(User.self), from: "/users/\(login)")
                // a redirect to another origin doesn't get the token
                .authenticated(with: .bearerToken(token)))
        return user
    }
}
