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
            journal.append("\(error)")  // a text for you
            return error.localizedDescription  // a text for the user of your app
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
    ) throws -> RequestHandle {
        print(request)  // POST https://api.github.com/repos/ada/engine/issues; nothing is sent
        print(try request.resolve().wireFormat(showingBody: true))  // what is secret is hidden, unless asked for
        print(try request.resolve().cURL(revealingSecrets: true, showingBody: true))

        let handle = session.perform(request) { result in  // on the main actor, or on a queue: callbackQueue:
            switch result {
            case .success((let response, let issue)): show("\(response.statusCode): \(issue.title)")
            case .failure(let error): show(error.localizedDescription)
            }
        }
        return handle
    }
}
