// Scaffolded once from “"; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1)”, version
// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1). The code is yours: change it as
// you like.

import Foundation
import Requests

/// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
struct Hostile: RequestProviding {
    typealias Failure = Error

    let baseURL: URL
    /// The credentials of all requests, such as `.apiKey(key, inHeader: "\"; } func evil() {
    /// fatalError(\"\\(x)\") } /* */ */ // \u{A}}\u{2028}} \u{D}\u{A} print(1) \u{0} \u{202E}")`.
    let credentials: AuthenticationProvider?

    let funcEvilFatalErrorXPrint1 = FuncEvilFatalErrorXPrint1Endpoints()
    let types = TypesEndpoints()
    let cycle = CycleEndpoints()
    let knot = KnotEndpoints()

    init(baseURL: URL, credentials: AuthenticationProvider? = nil) {
        self.baseURL = baseURL
        self.credentials = credentials
    }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void> {
        let request = Request(api: self, endpoint: endpoint, method: method)
        guard let credentials else { return request }
        return request.authenticated(with: credentials)
    }
}
