// Scaffolded once from “City Library API”, version 2.1.0. The code is yours: change it as you like.

import Foundation
import Requests

/// Books, films and loans of a library.
///
/// Made for tests.
///
/// Every request is counted.
struct CityLibrary: RequestProviding {
    typealias Failure = Problem

    let baseURL: URL
    // Not scaffolded: the credentials that each operation requires.
    // Not scaffolded: the scopes of credentials.
    /// The credentials of all requests, such as `.bearerToken(token)`.
    let credentials: AuthenticationProvider?

    let books = BooksEndpoints()
    let media = MediaEndpoints()
    let shelves = ShelvesEndpoints()
    let members = MembersEndpoints()
    let loans = LoansEndpoints()
    let session = SessionEndpoints()

    private static let style = Coding(keys: keyStyle)

    var coding: Coding { Self.style }

    init(
        baseURL: URL = URL("https://ghent.library.example/v2"),
        credentials: AuthenticationProvider? = nil
    ) {
        self.baseURL = baseURL
        self.credentials = credentials
    }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void> {
        let request = Request(api: self, endpoint: endpoint, method: method)
        guard let credentials else { return request }
        return request.authenticated(with: credentials)
    }
}
