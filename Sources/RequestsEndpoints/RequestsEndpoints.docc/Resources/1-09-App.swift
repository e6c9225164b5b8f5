import Foundation
import Requests

@main struct App {
    static func main() async {
        let login = CommandLine.arguments.dropFirst().first ?? "octocat"
        let request = GitHub.live.get(.json(User.self), from: "/users/\(login)")
        print(request)
        do {
            let user = try await URLSession.shared.perform(request)
            print("\(user.login) has \(user.publicRepos) public repositories.")
        } catch {
            print(error)  // for you
            print(error.localizedDescription)  // for your users
        }
    }
}
