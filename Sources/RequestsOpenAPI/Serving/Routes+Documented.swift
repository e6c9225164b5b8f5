import Foundation
import Requests
public import RequestsEndpoints

extension Routes {
    /// Serves the document of these routes at `/openapi.json`, and a page for readers at `/docs`.
    ///
    /// ```swift
    /// router.mount(try routes.documented(info: .init(title: "Catalog", version: "1.2.0")))
    /// ```
    ///
    /// On the page, readers can send requests to the server that served it.
    ///
    /// The document is made once, from the endpoints and schemes that were added before. So call this method after them. It has no
    /// secrets, but everyone who reaches the routes can read it, with or without credentials.
    ///
    /// If `info` names no servers, the document refers to these routes by a relative URL (OpenAPI 3.1.1, section 4.8.5). The same
    /// document then fits every host, and every path prefix that a proxy adds. If `info` names servers, the page may send requests
    /// only to these servers and to the one that served the page.
    ///
    /// - Parameters:
    ///   - info: The words about the whole API.
    ///   - security: The credentials that requests need; by default, those by which the routes authenticate, or else those that
    ///     the API adds to its requests.
    ///   - version: The version of the format; 3.1.1 by default.
    ///   - path: The path of the document, below the path of the routes; `/openapi.json` by default. It has no placeholders.
    ///   - page: The path of the page, below the path of the routes; `/docs` by default. `nil` leaves the page out.
    ///   - viewer: The viewer in the page, and the URL of its files; by default Swagger UI from a content delivery network.
    /// - Returns: The routes with the two paths.
    /// - Throws: ``OpenAPIProblems`` for endpoints that can't be described, and for paths and URLs that can't be used.
    public consuming func documented(
        info: OpenAPI.Info, security: OpenAPI.SecurityScheme? = nil, version: OpenAPI.Version = .v3_1,
        at path: String = "/openapi.json", page: String? = "/docs", viewer: OpenAPI.Viewer = .swaggerUI
    ) throws(OpenAPIProblems) -> Self {
        let routes = self
        let paths = try DocumentPaths(document: path, page: page, served: routes.endpoints)
        var info = info
        if info.servers.isEmpty { info.servers = [OpenAPI.Server(relative: paths.routesFromDocument)] }
        let document = try OpenAPI(routes, info: info, security: security, version: version)
        let file = ServedFile(document.data, ["Content-Type": "application/json"])
        let documented = routes.on(.get, path, authentication: AuthenticationRequirement.none) { request in
            file.response(to: request)
        }
        guard let page else { return documented }
        let (viewer, files) = try viewer.served(below: page)
        let content = try DocumentPage(
            title: info.title, document: paths.documentFromPage, servers: info.servers, viewer: viewer)
        let html = ServedFile(Data(content.html.utf8), content.header)
        let withPage = documented.on(.get, page, authentication: AuthenticationRequirement.none) { request in
            DocumentPaths.redirect(of: request) ?? html.response(to: request)
        }
        return files.reduce(withPage) { routes, served in
            routes.on(.get, served.path, authentication: AuthenticationRequirement.none) { request in
                served.file.response(to: request)
            }
        }
    }
}
