import Foundation
import Requests

@main struct App {
    static func main() async throws {
        let request = GitHub.live.get(.json(User.self), from: "/users/octocat")
        print(request)
        let user = try await URLSession.shared.perform(request)
        print("\(user.login) has \(user.publicRepos) public repositories.")
    }
}
