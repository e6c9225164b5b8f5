import Foundation
import Requests
import RequestsEndpoints

/// The paths of a document and its page, and the relative URLs between them.
///
/// Relative URLs work with every prefix that a proxy adds or removes.
struct DocumentPaths {
    /// The URL of the routes' path, relative to the document.
    let routesFromDocument: String
    /// The URL of the document, relative to the page or, without a page, to the document itself.
    let documentFromPage: String

    /// Checks the paths.
    ///
    /// - Parameters:
    ///   - document: The path of the document.
    ///   - page: The path of the page, if there is one.
    ///   - served: The methods and templates of the other routes.
    /// - Throws: A problem for each path that can't be used.
    init(document: String, page: String?, served: [String]) throws(OpenAPIProblems) {
        var problems: [String] = []
        let others = Set(served.map(Self.withoutEmptySegments))
        var seen: Set<String> = []
        var paths = [(document, "document")]
        if let page { paths.append((page, "page")) }
        for (path, owner) in paths {
            if let reason = Self.problem(of: path) {
                problems.append("the path `\(path)` of the \(owner) \(reason)")
            } else if others.contains(Self.withoutEmptySegments("GET \(path)")) {
                problems.append("the path `\(path)` of the \(owner) is already used by a route")
            } else if !seen.insert(Self.withoutEmptySegments(path)).inserted {
                problems.append("the document and the page can't have the same path `\(path)`")
            }
        }
        if !problems.isEmpty {
            throw OpenAPIProblems(
                problems: problems.map { OpenAPIProblem(endpoint: "", place: nil, message: $0) })
        }
        let segments = document.split(separator: "/")
        routesFromDocument = Self.up(from: segments.count)
        let depth = page?.split(separator: "/").count ?? 1
        documentFromPage = Self.up(from: depth) + "/" + segments.joined(separator: "/")
    }

    /// Returns the redirect from a path with a trailing slash; `nil` for other paths.
    ///
    /// A trailing slash would change the base of relative URLs.
    static func redirect(of request: IncomingRequest) -> TransportResponse? {
        let path = request.target.prefix { $0 != "?" && $0 != "#" }
        let slashes = path.reversed().prefix { $0 == "/" }.count
        guard slashes > 0, let name = path.split(separator: "/").last else { return nil }
        let location = String(repeating: "../", count: slashes) + name
        return TransportResponse(head: ResponseHead(status: .temporaryRedirect, header: ["Location": location]))
    }

    /// Returns the URL of the top folder, relative to a file at a depth.
    private static func up(from depth: Int) -> String {
        depth <= 1 ? "." : Array(repeating: "..", count: depth - 1).joined(separator: "/")
    }

    /// Returns the reason why a path can't be used; `nil` if it can be used.
    private static func problem(of path: String) -> String? {
        let segments = path.split(separator: "/")
        if segments.isEmpty { return "must not be empty" }
        if !PathTemplate(path).placeholders.isEmpty { return "must not have a placeholder" }
        let isPlain = path.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "/") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~".utf8.contains(byte)
        }
        if !isPlain { return "must contain only letters, digits and the characters `-._~/`" }
        return segments.contains(".") || segments.contains("..") ? "must not have a `.` or `..` segment" : nil
    }

    /// Returns a path in the form that ``Routes`` compare.
    private static func withoutEmptySegments(_ path: String) -> String {
        path.replacing("/", with: " ").split(separator: " ").joined(separator: "/")
    }
}

extension OpenAPI.Server {
    /// Makes the server with a relative URL.
    init(relative reference: String) {
        self.init(URL(string: reference) ?? URL("."), description: "The server of this document")
    }
}
