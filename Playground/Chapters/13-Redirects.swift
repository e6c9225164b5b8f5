import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

/// The sender of a request, as the server identifies it.
private struct Reader: Codable, Equatable {
    let name: String
}

extension Chapter {
    static let redirects = Chapter("redirects", "Redirects, and who gets the token") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        tour.setting()

        tour.say(
            "A redirect is followed, on every transport by the same rules. Within the origin the token goes along:")
        await tour.step("To another path", sends: "GET /me", gives: Reader(name: "Ada")) {
            let request = library.get(.json(Reader.self), from: "/moved?to=\("/me")")
                .authenticated(with: .bearerToken("swordfish"))
            return try await session.perform(request)
        }

        tour.say(
            """
            The branch is another server, on another port: another origin. It gets no credentials, and asks for some; \
            what else is in the header goes along.
            """
        )
        let branch = tour.branch
        await tour.failure("To another origin", sends: "GET /moved?to=\(escaped(branch))", code: .unacceptableStatus) {
            let request = library.get(.json(Reader.self), from: "/moved?to=\("\(branch)/me")")
                .authenticated(with: .bearerToken("swordfish"))
                .adding(headerField: .acceptLanguage, "de")
            return try await session.perform(request)
        }
        await tour.failure("Where that is not wanted", code: .redirectRefused) {
            let request = library.get(.json(Reader.self), from: "/moved?to=\("\(branch)/me")")
                .setting(\.policy.redirects, .sameOrigin)
            return try await session.perform(request)
        }
        await tour.step("The redirect as the response", sends: "GET /moved?to=%2Fme", gives: "302 Found, to /me") {
            let request = library.get(.none, from: "/moved?to=\("/me")")
                .setting(\.policy.redirects, .stop)
                .accepting(.codes(302))
            let (head, _) = try await session.response(for: request)
            return "\(head.status), to \(head.header["Location"] ?? "")"
        }

        tour.say("A 307 has the body sent again, a 303 does not:")
        await tour.step(
            "A body that goes along", sends: "POST /inbox", gives: #"{"bytes":5,"type":"text/plain; charset=utf-8"}"#
        ) {
            let request = library.post(.text("Hello"), to: "/moved?as=307&to=\("/inbox")")
            return try await session.perform(request.receiving(.text))
        }
        await tour.step(
            "A body that stays behind", sends: "GET /books/1", gives: #"{"id":1,"title":"Elements","year":1482}"#
        ) {
            let request = library.post(.text("Hello"), to: "/moved?as=303&to=\("/books/1")")
            return try await session.perform(request.receiving(.text))
        }
    }
}

private func escaped(_ url: URL) -> String {
    "\(url)/me".replacing(":", with: "%3A").replacing("/", with: "%2F")
}
