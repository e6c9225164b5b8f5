import Foundation
import Requests

@main struct App {
    static func main() async {
        let request = GitHub.live.create(NewIssue(owner: "ada", repo: "tea", title: "The tea is cold"))
        do {
            let issue = try await URLSession.shared.perform(request)
            print("#\(issue.number) \(issue.title)")
        } catch {
            print(error)  // for you
            print(error.localizedDescription)  // for your users
        }
    }
}
