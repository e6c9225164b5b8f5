import Foundation
import Requests

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
final class Screen {
    let session: Canned
    var journal: [String] = []

    init(session: Canned) {
        self.session = session
    }

    func summary(of login: String) async -> String {
        do {
            let user = try await session.perform(GitHub.live.get(.json(User.self), from: "/users/\(login)"))
            return "\(user.login) has \(user.followers) followers."
        } catch {  // error is a RequestError<Problem>
            if error.code == .unacceptableStatus, let problem = error.failure { return problem.message }
            journal.append("\(error)")  // the message for you
            return error.localizedDescription  // the message for your users
        }
    }

    func start(_ request: Request<GitHub, User>, show: @escaping @MainActor @Sendable (String) -> Void) {
        Task {
            do throws(RequestError<GitHub.Failure>) {
                show(try await session.perform(request).login)
            } catch {
                show(error.failure?.message ?? error.localizedDescription)
            }
        }
    }

    func inspect(
        _ request: Request<GitHub, Issue>, show: @escaping @MainActor @Sendable (String) -> Void
    ) throws -> Task<Void, Never> {
        print(request)  // POST https://api.github.com/repos/ada/engine/issues; nothing is sent
        print(try request.resolve().wireFormat(showingBody: true))  // secrets are hidden unless you ask for them
        print(try request.resolve().cURL(revealingSecrets: true, showingBody: true))

        let task = session.perform(request) { result in  // on the main actor, or on a queue: callbackQueue:
            switch result {
            case .success((let response, let issue)): show("\(response.statusCode): \(issue.title)")
            case .failure(let error): show(error.localizedDescription)
            }
        }
        return task
    }
}

struct ReadmeTransfers {
    let session: any Transport
    let github: GitHub
    let bar: Bar

    @MainActor
    struct Bar {
        func show(_ progress: TransferProgress) {}
    }

    func transfer(
        film: URL, to file: URL, users: Request<GitHub, [User]>, show: (String) -> Void
    ) async throws -> Request<GitHub, Void> {
        try await session.download(github.get(.none, from: "/film"), to: file, resuming: true)  // never a partial file
        let upload = github.post(.file(film, contentType: "video/mp4"), to: "/films")  // reads the file while sending
            .reportingProgress { progress in bar.show(progress) }  // or a loop over session.events(of: upload)
            .setting(\.policy.redirects, .sameOrigin)  // don't follow redirects to other servers
        let events = try await session.stream(github.get(from: "/events").receiving(stream: .serverSentEvents))
        for try await event in events { show(event.data) }  // leave the loop to close the connection
        for try await user in session.stream(users.pages(.linkHeader).items) { show(user.login) }
        return upload
    }
}
