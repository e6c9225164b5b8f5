// Scaffolded once from “Wire”, version 1. The code is yours: change it as you like.

import Foundation
import Requests

struct Wire: RequestProviding {
    let baseURL: URL
    /// The credentials of all requests.
    let credentials: AuthenticationProvider?

    let files = FilesEndpoints()
    let orders = OrdersEndpoints()
    let rows = RowsEndpoints()
    let pictures = PicturesEndpoints()
    let lines = LinesEndpoints()
    let search = SearchEndpoints()
    let token = TokenEndpoints()
    let tokenRefresh = TokenRefreshEndpoints()
    let label = LabelEndpoints()
    let pet = PetEndpoints()

    init(baseURL: URL = URL("https://wire.example"), credentials: AuthenticationProvider? = nil) {
        self.baseURL = baseURL
        self.credentials = credentials
    }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void> {
        let request = Request(api: self, endpoint: endpoint, method: method)
        guard let credentials else { return request }
        return request.authenticated(with: credentials)
    }
}
