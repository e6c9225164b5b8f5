import ArgumentParser
import Foundation
import Requests
import RequestsCaching

/// The options of all commands, and the session that these options describe.
struct Options: ParsableArguments {
    @Argument(help: "The repository, such as swiftlang/swift.") var repository: Repository
    @Option(help: "The URL of the API.") var api = URL("https://api.github.com")
    @Option(help: "The folder in which responses are kept. (default: ~/.cache/forge)") var cache: String?

    var gitHub: GitHub {
        let token = ProcessInfo.processInfo.environment["GITHUB_TOKEN"]
        return GitHub(baseURL: api, credentials: token.map { .bearerToken($0) } ?? .none, repository: repository)
    }

    /// The session for content that is saved elsewhere.
    var uncached: some Transport { URLSession.shared.retrying() }

    /// The session for everything else.
    ///
    /// If GitHub confirms a cached response, the request doesn't count towards the rate limit.
    var session: some Transport {
        let folder = cache.map { URL(filePath: $0) } ?? .homeDirectory.appending(path: ".cache/forge")
        // Only this user can read the folder, so it may contain issues of private repositories.
        return uncached.caching(in: .disk(at: folder, limit: 64 << 20, storesSecrets: true))
    }
}

extension URL: @retroactive ExpressibleByArgument {
    /// Reads a URL with a host.
    public init?(argument: String) {
        self.init(string: argument)
        guard host() != nil else { return nil }
    }
}
