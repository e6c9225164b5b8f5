import Requests

@main struct App {
    static func main() async throws {
        let request = GitHub.live.create(NewIssue(owner: "ada", repo: "tea", title: "The tea is cold"))
        print(try request.resolve().wireFormat(showingBody: true))
    }
}
