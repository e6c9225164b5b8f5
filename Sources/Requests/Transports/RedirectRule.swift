import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which redirects URLSession may follow: those that lose and leak nothing.
enum RedirectRule {
    /// How many redirects one request may go through.
    static let limit = 20

    /// Why a redirect is refused; `nil` where it is not.
    static func refusal(of response: HTTPURLResponse, to target: URLRequest, for request: OutgoingRequest) -> String? {
        guard let destination = target.url?.absoluteString,
            URLText.haveSameOrigin(Array(request.url.utf8), Array(destination.utf8))
        else {
            return "the answer \(HTTPStatus(response.statusCode)) redirects to another origin, which would get the credentials"
        }
        #if canImport(FoundationNetworking)
        // Foundation sends the second request with an empty body there, whatever it is told.
        if !request.body.isNone, response.statusCode == 307 || response.statusCode == 308 {
            return "the answer \(HTTPStatus(response.statusCode)) redirects a request whose body would be lost"
        }
        #endif
        return nil
    }
}
