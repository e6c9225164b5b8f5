import RequestsEndpoints

extension Tracker {
    nonisolated var routes: Routes<GitHub> {
        Routes(GitHub.live)
            .authenticating(by: .bearerToken) { token in token == "test" }
            .on(\.user) { login in User(login: login, publicRepos: 1) }
            .on(\.issues) { query in await self.issues(of: query) }
            .on(\.create) { new in try await self.add(new) }
    }
}
