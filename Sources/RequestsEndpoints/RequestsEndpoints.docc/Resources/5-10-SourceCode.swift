import Requests

extension GitHubAPI {
    func source(of repository: Repository) -> Request<GitHubAPI, Void> {
        get(from: "/repos/swiftlang/\(repository.name)/zipball")
    }
}
