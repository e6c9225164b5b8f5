import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which redirects URLSession may follow: those that lose and leak nothing.
enum RedirectRule {
    /// How many redirects one request may go through.
    static let limit = 20

    /// The request that follows a redirect.
    ///
    /// - Throws: Why the redirect is refused.
    static func request(
        after response: HTTPURLResponse, proposed: URLRequest, for request: OutgoingRequest
    ) throws(TransportError) -> URLRequest {
        var next = proposed
        // On Linux Foundation takes `page` for `/page`, decodes `%2F`, and turns `file:` into http.
        next.url = target(of: response) ?? proposed.url
        guard let scheme = next.url?.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let destination = next.url?.absoluteString
        else { throw refusal(of: response, "redirects to what is not a URL of http") }
        guard URLText.haveSameOrigin(Array(request.url.utf8), Array(destination.utf8)) else {
            throw refusal(of: response, "redirects to another origin, which would get the credentials")
        }
        // A 303 asks for a GET, which a HEAD is as good as (RFC 9110, section 15.4.4).
        if request.method == .head { next.httpMethod = HTTPMethod.head.rawValue }
        guard !request.body.isNone else { return next }
        if next.httpMethod == HTTPMethod.get.rawValue, request.method != .get {
            next.setValue(nil, forHTTPHeaderField: "Content-Type")
            return next
        }
        #if canImport(FoundationNetworking)
        // Foundation sends the second request with an empty body there, whatever it is told.
        throw refusal(of: response, "redirects a request whose body would be lost")
        #else
        return next
        #endif
    }

    private static func target(of response: HTTPURLResponse) -> URL? {
        response.value(forHTTPHeaderField: "Location")
            .flatMap { URL(string: $0, relativeTo: response.url) }?.absoluteURL
    }

    private static func refusal(of response: HTTPURLResponse, _ reason: String) -> TransportError {
        TransportError(
            code: .redirectRefused,
            message: "the answer \(HTTPStatus(response.statusCode)) \(reason)",
            head: ResponseHead(response)
        )
    }
}
