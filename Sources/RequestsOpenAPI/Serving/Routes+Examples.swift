import Foundation
import Requests
public import RequestsEndpoints

extension Routes {
    /// Serves the examples in a document, such as the document of the API's provider.
    ///
    /// ```swift
    /// let provider = try Routes(api).servingExamples(of: OpenAPI(contentsOf: file))
    /// let book = try await Loopback(provider).perform(api.request(\.book, 7))
    /// ```
    ///
    /// Each operation responds with the first example of its first success: the example of the media type, the example
    /// of the schema, or an example made from those of the schema's properties. Paths begin below the path of the
    /// routes. No request needs credentials, and inputs aren't read. An operation without an example responds with a
    /// 501.
    ///
    /// A handler for the same method and path replaces an example, whether the handler is added before or after the
    /// examples.
    ///
    /// - Parameter document: The document.
    /// - Returns: The routes, which also serve the document's operations.
    public consuming func servingExamples(of document: OpenAPI) -> Self {
        let content = document.upgraded.content
        let examples = DocumentExamples(content)
        return (content["paths"]?.object ?? [:]).reduce(self) { routes, path in
            let item = examples.references.resolved(path.value).object ?? [:]
            // The path of a route has neither a query nor a fragment.
            let template = String(path.key.prefix { $0 != "#" && $0 != "?" })
            guard path.key.hasPrefix("/"), PathTemplate(template).problem == nil else { return routes }
            return FoundOperation.all(in: item, path: path.key).reduce(routes) { routes, found in
                let response = examples.response(of: found.operation.content)
                return routes.on(HTTPMethod(found.method), template, authentication: .none, isFallback: true) { _ in
                    guard let response else {
                        throw ServingError(.notImplemented, "the document has no example for \(found.operation.name)")
                    }
                    return TransportResponse(head: response.head, body: MessageBody(response.body))
                }
            }
        }
    }
}
