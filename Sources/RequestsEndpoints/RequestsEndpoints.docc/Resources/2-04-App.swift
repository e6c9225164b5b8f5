import Foundation
import Requests

@main struct App {
    static func main() async {
        let query = IssueQuery(
            owner: "swiftlang", repo: "swift", labels: ["bug", "good first issue"], perPage: 5)
        let request = GitHub.live.issues(query)
        print(request)
        do {
            for issue in try await URLSession.shared.perform(request) {
                print("#\(issue.number) \(issue.title)")
            }
        } catch {
            print(error)  // for you
            print(error.localizedDescription)  // for your users
        }
    }
}
