import Foundation
import Observation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The recipes of the page on tests, logs and servers.
enum CookbookTesting {
    // MARK: Tests

    @MainActor @Observable
    final class ProfileModel {
        private(set) var title = ""
        private let session: any Transport

        init(session: any Transport = URLSession.shared) { self.session = session }

        func load(_ login: String) async {
            do {
                let user = try await session.perform(
                    GitHub.live.get(.json(User.self), from: "/users/\(login)"))
                title = "\(user.login), \(user.followers) followers"
            } catch {
                title = error.failure?.message ?? error.localizedDescription
            }
        }
    }

    struct ProfileTests {
        @Test @MainActor
        func `a profile shows its user, or the message of the server`() async throws {
            let stub = Stub(GitHub.live).inOrder()
                .on(.get, "/users/ada", .once) { _ in
                    try .json(User(login: "ada", followers: 3))
                }
                .on(.get, "/users/bob", .once) { _ in
                    try .json(["message": "No such user"], status: .notFound)
                }
            let model = ProfileModel(session: stub)
            await model.load("ada")
            #expect(model.title == "ada, 3 followers")
            await model.load("bob")
            #expect(model.title == "No such user")
            try stub.verify()
        }

        @Test func `a call is retried after the time that the server asks for`() async throws {
            let clock = ImmediateClock()
            let stub = Stub(GitHub.live)
                .on(.get, "/zen", .once) { _ in
                    .status(.serviceUnavailable, header: ["Retry-After": "30"])
                }
                .on(.get, "/zen", .once) { _ in .text("ready") }
            let text = try await stub.retrying(clock: clock)
                .perform(GitHub.live.get(.text, from: "/zen"))
            #expect(text == "ready")
            #expect(clock.sleeps.first ?? .zero >= .seconds(30))
        }
    }

    struct Recordings {
        /// Replays a file; `RECORD=1 swift test` records it.
        func recorded(
            _ name: String, in folder: URL, from session: some Transport
        ) throws -> any Transport {
            let file = folder.appending(path: "\(name).har")
            let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil
            return try isRecording ? session.recording(to: file) : Replaying(file)
        }

        func user(_ session: some Transport) async throws -> User {
            let folder = URL(filePath: #filePath)
                .deletingLastPathComponent().appending(path: "Recordings")
            let transport = try recorded("user", in: folder, from: session)
            let user = try await transport.perform(
                GitHub.live.get(.json(User.self), from: "/users/ada"))
            return user
        }
    }

    static func flaky(_ api: TodosAPI) -> Stub<TodosAPI> {
        let flaky = Stub(api)
            .on(\.all, .times(2)) { _ in
                throw TransportError(code: .timedOut, message: "no response")
            }
            .on(\.all) { _ in [Todo(id: 1, title: "Tea")] }
        return flaky
    }

    static func offline(_ routes: Routes<TodosAPI>) -> Loopback {
        let offline = Loopback(routes).failing { _ in .beforeServing(.offline) }
        return offline
    }

    // MARK: Servers

    static func routes(_ api: TodosAPI) -> Routes<TodosAPI> {
        let routes = Routes(api)
            .on(\.all) { input in [Todo(id: 1, title: "Tea for list \(input.list)")] }
            .on(\.add) { input in Todo(id: 2, title: input.title) }
        return routes
    }

    static func session(_ routes: Routes<TodosAPI>) -> any Transport {
        let isMocked = ProcessInfo.processInfo.arguments.contains("--mock-server")
        let session: any Transport = isMocked ? Loopback(routes) : URLSession.shared
        return session
    }

    // MARK: Errors and logs

    static func open(
        _ issue: NewIssue, by session: some Transport, show: (String) -> Void, log: (String) -> Void
    ) async {
        do {
            try await session.perform(GitHub.live.post(.json(issue), to: "/issues"))
        } catch {
            show(error.failure?.message ?? error.localizedDescription)  // for the user
            log("\(error)")  // for you
        }
    }

    static func command(_ issue: NewIssue, token: String) throws -> String {
        let request = GitHub.live.post(.json(issue), to: "/issues")
            .authenticated(with: .bearerToken(token))
        let command = try request.resolve().cURL(showingBody: true)
        return command
    }

    static func failing(_ session: some Transport, _ log: @escaping @Sendable (String) -> Void) -> some Transport {
        let logged = session.logging(level: .warning) { entry in log(entry.cURL) }
        return logged
    }

    static func logged(_ session: some Transport, _ log: @escaping @Sendable (String) -> Void) -> some Transport {
        let logged = session.retrying().logging { entry in
            log("\(entry.level) \(entry)")
        }
        return logged
    }

    static func secret(_ number: String) -> Request<GitHub, Void> {
        let request = GitHub.live.get(from: "/cards").adding(query: "number", number)
            .setting(\.sensitiveNames["number"], true)
        return request
    }
}

enum CallID { @TaskLocal static var current: String? }

extension Transport {
    /// Sends the task's identifier, or a new one if the task has none.
    func correlated() -> some Transport {
        adapting { request, next in
            var request = request
            request.header["X-Request-ID"] = CallID.current ?? UUID().uuidString
            return try await next(request)
        }
    }
}

extension CookbookTesting {
    static func correlating(_ network: some Transport, _ id: String) async throws -> (User, [Issue]) {
        let session = network.retrying().correlated()
        let (user, issues) = try await CallID.$current.withValue(id) {
            let user = try await session.perform(
                GitHub.live.get(.json(User.self), from: "/user"))
            let issues = try await session.perform(
                GitHub.live.get(.json([Issue].self), from: "/issues"))
            return (user, issues)
        }
        return (user, issues)
    }
}
