// The source of a package that declares an API, serves it and calls it. In .ci/run it must build, run and get its response.
import Foundation
import RequestsEndpoints

struct Users: RequestProviding {
    let baseURL: URL = URL("https://api.example.com/v1")

    @GET("/users/{id}") var user: Endpoint<UserID, User>
}

struct UserID: Codable, Sendable {
    var id: String
}

struct User: Codable, Sendable {
    var name: String
}

let routes = Routes(Users()).on(\.user) { input in User(name: "The user \(input.id)") }
let user = try await Loopback(routes).perform(Users().request(\.user, UserID(id: "a/b")))
print(user.name)
guard user.name == "The user a/b" else { exit(1) }
