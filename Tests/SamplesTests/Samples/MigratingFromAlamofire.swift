import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

extension Coding {
    /// The format of Alamofire: `tags[]=a&tags[]=b&draft=1`.
    static let gallery = Coding(
        arrays: .brackets, booleans: .numeric, jsonEncoder: JSONEncoder(),
        jsonDecoder: JSONDecoder())
}

/// The samples of the page on migrating from Alamofire.
enum FromAlamofire {
    struct Gallery: RequestProviding {
        typealias Failure = Complaint  // the type of the API's error bodies
        let baseURL: URL
        var coding: Coding { .gallery }
    }

    struct Complaint: Codable, Equatable { let message: String }

    struct Picture: Codable, Equatable {
        let id: Int
        let title: String
    }

    struct NewPicture: Codable, Equatable {
        var title: String
        var tags: [String]
        var draft: Bool
    }

    struct Grant: Codable {
        var accessToken: String
        var refreshToken: String
    }

    struct Model<Network: Transport> {
        let network: Network
        let gallery: Gallery

        func first(_ session: some Transport, id: Int) async throws -> Picture {
            let picture = try await session.perform(
                gallery.get(.json(Picture.self), from: "/pictures/\(id)"))
            return picture
        }

        func title(of id: Int) async -> String {
            do {
                return try await network.perform(
                    gallery.get(.json(Picture.self), from: "/pictures/\(id)")
                ).title
            } catch {  // a RequestError<Complaint>
                switch error.code {
                case .unacceptableStatus where error.head?.status == .notFound:
                    return "There is no such picture."
                default: return error.failure?.message ?? error.localizedDescription
                }
            }
        }

        func add(_ new: NewPicture, by session: some Transport) async throws -> Picture {
            let picture = try await session.perform(
                gallery.post(.json(new), to: "/pictures").receiving(.json(Picture.self)))
            return picture
        }

        func parameters(_ new: NewPicture) -> [any RequestConvertible] {
            // title=Tea&tags[]=a&tags[]=b&draft=1, as a body
            let form = gallery.post(.form(new), to: "/pictures")
            // in the query
            let search = gallery.get(.json([Picture].self), from: "/pictures")
                .adding(query: new)
            return [form, search]
        }

        func signedIn(_ saved: BearerToken?, keychain: Keychain) -> some Transport {
            let (network, gallery) = (network, gallery)
            let tokens = BearerTokens(for: gallery.baseURL, saved) { old in
                guard let refreshToken = old.refreshToken else { throw SignedOut() }
                let body = ["grant_type": "refresh_token", "refresh_token": refreshToken]
                let grant = try await network.perform(
                    gallery.post(.form(body), to: "/token").receiving(.json(Grant.self)))
                return BearerToken(grant.accessToken, refreshToken: grant.refreshToken)
            } save: { token in
                await keychain.save(token)  // nil if somebody has signed out
            }
            let session = network.retrying().authenticating(with: tokens)
            return session
        }

        func adapted(for device: String) -> some Transport {
            let session = network.adapting { request, next in
                var request = request
                request.header["X-Device"] = device
                return try await next(request)
            }
            return session
        }

        func retrying(_ new: NewPicture) -> (RetryPolicy, some Transport, Request<Gallery, Void>) {
            let policy = RetryPolicy(attemptLimit: 4)  // the first attempt, and three retries
            let session = network.retrying(policy)
            // a POST that may be retried
            let create = gallery.post(.json(new), to: "/pictures").idempotent(.keyed)
            return (policy, session, create)
        }

        func upload(_ film: URL, by session: some Transport, to bar: Bar) async throws {
            let upload = gallery.post(
                .multipart {
                    Part("title", "Holiday")
                    Part("film", file: film)
                },
                to: "/films"
            )
            .reportingProgress { progress in
                if progress.direction == .sent { bar.show(progress.fractionCompleted) }
            }
            try await session.perform(upload)
        }

        func download(_ id: Int, to file: URL, by session: some Transport, show: (String) -> Void) async throws {
            let film = gallery.get(from: "/films/\(id)")
            let events = session.events(ofDownloading: film, to: file, resuming: true)
            for try await event in events {
                if case .received(let progress) = event { show("\(progress)") }
            }
        }
    }

    static func stubbed(_ gallery: Gallery) async throws -> String {
        let stub = Stub(gallery).on(.get, "/pictures/{id}") { request in
            request.pathValues["id"] == "7"
                ? try .json(Picture(id: 7, title: "Tea")) : .status(.notFound)
        }
        // There is no such picture.
        let title = await Model(network: stub, gallery: gallery).title(of: 8)
        return title
    }
}
