import Foundation
import Requests

@main struct App {
    static func main() async {
        var session: any Transport = URLSession.shared.retrying()
        if let token = ProcessInfo.processInfo.environment["GITHUB_TOKEN"] {
            session = session.authenticating(with: .bearerToken(token), for: GitHub.live.baseURL)
        }
        var list = IssueList(owner: "swiftlang", repo: "swift", transport: session)
        await list.load()
        for title in list.titles { print(title) }
        if let problem = list.problem { print(problem) }
    }
}
