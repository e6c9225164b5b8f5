import Requests

@main struct App {
    static func main() {
        let request = GitHub.live.get(.json(User.self), from: "/users/octocat")
        print(request)
    }
}
