import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

// The ordinary client of an app. `.ci/run` compiles this file alone, too, with types that belong to the main actor unless
// they say otherwise.

struct Museum: RequestProviding {
    typealias Failure = Complaint
    let baseURL: URL

    @GET("/rooms/{room}/paintings") var all: Endpoint<Room, [Painting]>
    @POST("/rooms/{room}/paintings") var add: Endpoint<NewPainting, Painting>

    struct Opening: Codable { let hours: [Int] }
}

nonisolated struct Painting: Codable {
    let id: Int
    let title: String
}

nonisolated extension Museum {
    struct Complaint: Codable { let message: String }

    struct Room: Codable {
        var room: Int
        var limit: Int?
    }

    struct NewPainting: Codable {
        var room: Int
        var title: String
        @HeaderValue var idempotencyKey: String?
    }
}

struct GetPainting: RequestConvertible {
    typealias Resource = Painting
    let id: Int
    var baseURL: URL { URL("https://museum.example") }
    var endpoint: URLPath { "/paintings/\(id)" }
    var method: HTTPMethod { .get }
}

struct LendPainting: EndpointRequest {
    static let declaration = Endpoint<Self, Painting>(.post, "/paintings/{id}/loans")
    let baseURL: URL
    var id: Int
    @HeaderValue var idempotencyKey: String?
}

extension Request where API == Museum {
    func page(_ number: Int) -> Self { adding(query: "page", number) }
}

@MainActor
final class Gallery {
    let session: any Transport = URLSession.shared.retrying()
    let api = Museum(baseURL: URL("https://museum.example"))
    private(set) var paintings: [Painting] = []
    private(set) var message = ""
    private var task: Task<Void, Never>?

    func load() async throws {
        paintings = try await session.perform(api.request(\.all, Museum.Room(room: 7, limit: 50)))
        paintings.append(try await session.perform(api.request(\.add, .init(room: 7, title: "Vanitas"))))
        paintings.append(try await session.perform(GetPainting(id: 1)))
        paintings.append(try await session.perform(LendPainting(baseURL: api.baseURL, id: 1)))
        paintings += try await session.perform(api.get(.json([Painting].self), from: "/paintings").page(2))
        let change = api.patch(.json(paintings[0]), to: "/paintings/1").receiving(.json(Painting.self))
        paintings.append(try await session.perform(change))
        let opening = try await session.perform(api.get(.json(Museum.Opening.self, as: \.hours), from: "/opening"))
        message = "\(opening.count)"
        let added = api.get(from: "/added").receiving(stream: .jsonLines(Painting.self))
        for try await painting in try await session.stream(added) { paintings.append(painting) }
    }

    func load(_ ids: [Int]) async throws {
        for id in ids {
            do {
                paintings.append(
                    try await session.perform(
                        api.get(.json(Painting.self), from: "/paintings/\(id)")))
            } catch let error where error.code == .offline {
                message = "Later."
            } catch {
                throw error
            }
        }
    }

    func show(_ text: String) -> Request<Museum, Painting> {
        api.get(.json(Painting.self), from: URLPath(text))
    }

    func reload() {
        let request = api.get(.json([Painting].self), from: "/paintings")
        task = session.perform(request) { result in
            switch result {
            case .success((_, let paintings)): self.paintings = paintings
            case .failure(let error): self.message = error.localizedDescription
            }
        }
        Task {
            do throws(RequestError<Museum.Complaint>) {
                paintings = try await session.perform(request)
            } catch {
                message = error.failure?.message ?? error.localizedDescription
            }
        }
    }

    func fakes() -> (Loopback, Stub<Museum>) {
        let routes = Routes(api).on(\.all) { input in [Painting(id: input.room, title: "Vanitas")] }
        let stub = Stub(api).on(\.add, .once) { input in Painting(id: 1, title: input.title) }
        return (Loopback(routes), stub)
    }

    nonisolated static func copies(of paintings: [Painting]) -> [Museum.NewPainting] {
        paintings.map { Museum.NewPainting(room: 1, title: $0.title, idempotencyKey: "\($0.id)") }
    }
}
