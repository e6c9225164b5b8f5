import Foundation
import Requests
public import RequestsEndpoints

extension Routes {
    /// Serves the document of these routes at `/openapi.json`, and an HTML page at `/docs`.
    ///
    /// ```swift
    /// router.mount(try routes.documented(info: .init(title: "Catalog", version: "1.2.0")))
    /// ```
    ///
    /// On the page, readers can send requests to the server that serves the page.
    ///
    /// The document is made once, from the endpoints and schemes added so far, so call this method last. It contains no
    /// secrets, and by default every client can read the document and the page, with or without credentials.
    ///
    /// If `info` contains no servers, the document refers to these routes by a relative URL (OpenAPI 3.1.1, section
    /// 4.8.5). Then the same document works for every host, and for every path prefix that a proxy adds. If `info`
    /// contains servers, the page can send requests only to these and to its own server.
    ///
    /// - Parameters:
    ///   - info: The metadata of the API.
    ///   - security: The credentials that requests require; by default, those that the routes authenticate, or else those that
    ///     the API adds to its requests.
    ///   - authentication: Whether the document and the page require credentials; `.none` by default. A browser sends only
    ///     cookies, and the user and password that it asks for (`Basic`), so it can't open the page with other credentials.
    ///   - version: The version of the format; 3.1.1 by default. For 3.0, the notes of `OpenAPI(routes, …)` list what the
    ///     document can't express.
    ///   - path: The path of the document, below the path of the routes, without placeholders; `/openapi.json` by default.
    ///   - page: The path of the page, below the path of the routes; `/docs` by default. `nil` omits the page.
    ///   - viewer: The viewer in the page, and the URL of its files; by default, Swagger UI from a content delivery network.
    /// - Returns: The routes, which also serve the document and the page.
    /// - Throws: ``OpenAPIProblems`` for endpoints that can't be described, and for invalid paths and URLs.
    public consuming func documented(
        info: OpenAPI.Info, security: OpenAPI.SecurityScheme? = nil, authentication: AuthenticationRequirement = .none,
        version: OpenAPI.Version = .v3_1, at path: String = "/openapi.json", page: String? = "/docs",
        viewer: OpenAPI.Viewer = .swaggerUI
    ) throws(OpenAPIProblems) -> Self {
        let routes = self
        let paths = try DocumentPaths(document: path, page: page, served: routes.endpoints)
        var info = info
        if info.servers.isEmpty { info.servers = [OpenAPI.Server(relative: paths.routesFromDocument)] }
        let document = try OpenAPI(routes, info: info, security: security, version: version)
        let file = ServedFile(document.data, ["Content-Type": "application/json"])
        let documented = routes.on(.get, path, authentication: authentication) { request in
            file.response(to: request)
        }
        guard let page else { return documented }
        let (viewer, files) = try viewer.served(below: page)
        let content = try DocumentPage(
            title: info.title, document: paths.documentFromPage, servers: info.servers, viewer: viewer)
        let html = ServedFile(Data(content.html.utf8), content.header)
        let withPage = documented.on(.get, page, authentication: authentication) { request in
            DocumentPaths.redirect(of: request) ?? html.response(to: request)
        }
        // The viewer's own files reveal nothing about the API.
        return files.reduce(withPage) { routes, served in
            routes.on(.get, served.path, authentication: .none) { request in
                served.file.response(to: request)
            }
        }
    }
}
