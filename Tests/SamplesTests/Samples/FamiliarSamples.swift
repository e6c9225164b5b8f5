import Foundation
import Requests

/// The samples of the pages on familiar names.
enum FamiliarSamples {
    static func start(
        _ log: @escaping @Sendable (RequestLogEntry) -> Void
    ) -> (session: some Transport, ada: Request<GitHub, User>) {
        let session = URLSession.shared
            .retrying()  // the retrier
            .adapting { request, next in try await next(request) }  // the interceptor
            .logging(to: log)  // the event monitor
        // the serializer, and validate()
        let ada = GitHub.live.get(.json(User.self), from: "/users/ada")
        return (session, ada)
    }

    static func issues(by session: some Transport) async throws -> [Issue] {
        let request = GitHub.live.get(.json([Issue].self), from: "/issues")
            .adding(query: "state", "open")  // params
            .timeout(after: .seconds(5))  // timeout
        let issues = try await session.perform(request)  // raise_for_status(), then json()
        return issues
    }
}
