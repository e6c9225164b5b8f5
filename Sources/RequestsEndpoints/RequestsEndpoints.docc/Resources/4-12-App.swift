import RequestsEndpoints

@main struct App {
    static func main() async {
        let session = Loopback(Tracker().routes)
            .authenticating(with: .bearerToken("test"), for: GitHub.live.baseURL)
        var list = IssueList(owner: "ada", repo: "tea", transport: session)
        await list.add("The tea is cold")
        await list.load()
        for title in list.titles { print(title) }
        if let problem = list.problem { print(problem) }
    }
}
