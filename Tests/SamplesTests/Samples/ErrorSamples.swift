import Foundation
import Requests

struct ErrorSamples<Session: Transport> {
    let session: Session
    let request: Request<GitHub, User>

    func rename(_ user: User, to name: String) async -> String {
        do {
            try await session.perform(
                GitHub.live.patch(.json(["name": name]), to: "/users/\(user.login)"))
            return "Renamed."
        } catch {
            switch error.code {
            case .unacceptableStatus where error.head?.status == .unauthorized:
                return "Sign in first."
            case .unacceptableStatus:
                return error.failure?.message ?? error.localizedDescription
            case .cancelled: return ""
            default: return error.localizedDescription
            }
        }
    }

    func open(_ issue: NewIssue, show: (String) -> Void, log: (String) -> Void) async {
        do {
            try await session.perform(GitHub.live.post(.json(issue), to: "/issues"))
        } catch {
            show(error.failure?.message ?? error.localizedDescription)  // for the user
            log("\(error)")  // for you
        }
    }

    @MainActor
    func closures(show: @escaping @MainActor @Sendable (String) -> Void) {
        Task {
            do throws(RequestError<GitHub.Failure>) {
                show(try await session.perform(request).login)
            } catch {
                show(error.failure?.message ?? "")
            }
        }

        Task {
            do {
                show(try await session.perform(request).login)
            } catch let error as RequestError<GitHub.Failure> {
                show(error.failure?.message ?? "")
            } catch {
                show(error.localizedDescription)
            }
        }
    }

    func mixed(
        work: () async throws -> Void, show: (String) -> Void
    ) async throws {
        do {
            try await work()
        } catch let error as any AnyRequestError where error.code == .offline {
            show("Later.")
        } catch {
            throw error
        }
    }
}
