import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The request, written by hand with Foundation.
///
/// It skips work that a correct request needs: the `+` in the search isn't escaped, and no field is checked.
enum HandWritten {
    struct InvalidRequest: Error {}

    static let segment = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))

    @inline(never)
    static func request() throws -> URLRequest {
        guard
            var components = URLComponents(url: Example.base, resolvingAgainstBaseURL: false),
            let id = Example.id.addingPercentEncoding(withAllowedCharacters: segment)
        else { throw InvalidRequest() }
        components.percentEncodedPath += "/users/\(id)/repos"
        components.queryItems = [
            URLQueryItem(name: "page", value: String(Example.page)),
            URLQueryItem(name: "per_page", value: String(Example.pageSize)),
            URLQueryItem(name: "sort", value: "created"),
            URLQueryItem(name: "q", value: Example.search),
        ]
        guard let url = components.url else { throw InvalidRequest() }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("2022-11-28", forHTTPHeaderField: "X-GitHub-Api-Version")
        request.setValue(Example.userAgent, forHTTPHeaderField: "User-Agent")
        request.setValue("Bearer \(Example.token)", forHTTPHeaderField: "Authorization")
        return request
    }
}
