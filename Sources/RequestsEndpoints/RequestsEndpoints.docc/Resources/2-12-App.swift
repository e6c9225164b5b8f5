import Foundation
import Requests

@main struct App {
    static func main() async {
        var session: any Transport = URLSession.shared
        if let token = ProcessInfo.processInfo.environment["GITHUB_TOKEN"] {
            session = session.authenticating(with: .bearerToken(token), for: GitHub.live.baseURL)
        }
        let request = GitHub.live.create(NewIssue(owner: "ada", repo: "tea", title: "The tea is cold"))
        do {
            let issue = try await session.perform(request)
            print("#\(issue.number) \(issue.title)")
        } catch {
            print(error)  // for you
            print(error.localizedDescription)  // for your users
        }
    }
}
