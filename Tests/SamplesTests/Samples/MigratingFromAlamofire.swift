import Foundation
import Requests

/// The samples of the page on migrating from Alamofire.
enum FromAlamofire {
    struct Gallery: RequestProviding {
        typealias Failure = Complaint  // the type of the API's error bodies
        let baseURL: URL
    }

    struct Complaint: Codable { let message: String }

    struct Picture: Codable, Equatable {
        let id: Int
        let title: String
    }

    static func first(_ session: some Transport, _ gallery: Gallery, id: Int) async throws -> Picture {
        let picture = try await session.perform(
            gallery.get(.json(Picture.self), from: "/pictures/\(id)"))
        return picture
    }
}
