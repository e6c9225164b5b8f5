// Scaffolded once from “Shapes”, version 1. The code is yours: change it as you like.

import Foundation
import Requests

struct Shapes: RequestProviding {
    let baseURL: URL
    /// The credentials of all requests.
    let credentials: AuthenticationProvider?

    let channels = ChannelsEndpoints()
    let books = BooksEndpoints()

    init(baseURL: URL = URL("https://shapes.example"), credentials: AuthenticationProvider? = nil) {
        self.baseURL = baseURL
        self.credentials = credentials
    }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void> {
        let request = Request(api: self, endpoint: endpoint, method: method)
        guard let credentials else { return request }
        return request.authenticated(with: credentials)
    }
}
