import Foundation
import Requests

@main struct App {
    static func main() async {
        let query = IssueQuery(
            owner: "swiftlang", repo: "swift", labels: ["bug", "good first issue"], perPage: 5)
        let issues = GitHub.live.issues(query).pages(.linkHeader).items
        do {
            for try await issue in URLSession.shared.stream(issues).prefix(12) {
                print("#\(issue.number) \(issue.title)")
            }
        } catch {
            print(error)  // for you
            print(error.localizedDescription)  // for your users
        }
    }
}
