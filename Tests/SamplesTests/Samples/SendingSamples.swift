import Dispatch
import Foundation
import Requests

struct SendingSamples<Session: Transport> {
    let session: Session
    let request: Request<GitHub, User>

    func begin(show: (String) -> Void) async {
        do {
            let user = try await session.perform(request)
            show(user.login)
        } catch {  // a RequestError
            show(error.localizedDescription)  // a message for your users
        }
    }

    func perform() async throws -> User {
        let user = try await session.perform(request)
        return user
    }

    func respond() async throws -> (User, String?) {
        let (head, user) = try await session.response(for: request)
        let eTag = head.header["ETag"]
        return (user, eTag)
    }

    func call(
        on queue: DispatchQueue, show: @escaping @MainActor @Sendable (String) -> Void,
        store: @escaping @Sendable (User?) -> Void
    ) {
        let task = session.perform(request) { result in
            switch result {
            case .success((let response, let user)):
                show("\(response.statusCode): \(user.login)")
            case .failure(let error): show(error.localizedDescription)
            }
        }
        task.cancel()

        session.perform(request, callbackQueue: queue) { result in
            store(try? result.get().1)
        }
    }

    func stream() async throws -> Int {
        var size = 0
        let response = try await session.send(request.resolve())
        for try await chunk in response.body { size += chunk.count }
        return size
    }

    func options(eTag: String) -> (Request<GitHub, User>, Request<GitHub, Data>) {
        let large = request.timeout(after: .seconds(0.5))
            .setting(\.policy.responseSizeLimit, 1 << 30)
        let cached = request.setting(headerField: .ifNoneMatch, eTag)
            .accepting(.codes(200, 304)).receiving(.data)
        return (large, cached)
    }
}

enum RedirectSamples {
    static func policies(of request: Request<GitHub, User>) -> [Request<GitHub, User>] {
        let careful = request.setting(\.policy.redirects, .sameOrigin)
        let moved = request.setting(\.policy.redirects, .stop)
            .accepting(.codes(200, 301, 308))
        return [careful, moved]
    }
}

struct BlockingSample {
    let request: Request<GitHub, User>

    func login() throws -> String {
        try URLSession.shared.performAndWait(request).login
    }
}
