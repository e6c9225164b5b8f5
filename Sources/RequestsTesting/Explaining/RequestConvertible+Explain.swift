public import Requests
public import RequestsEndpoints
import RequestsInspection

extension RequestConvertible {
    /// Explains the source of each part of the request.
    ///
    /// ```swift
    /// print(api.request(\.all, Todos(list: 7, limit: 20)).timeout(after: .seconds(5)).explain())
    /// ```
    ///
    /// It makes the message as ``/Requests/RequestConvertible/resolve()`` does, but evaluates the body, credentials and
    /// hooks several times to find out what they add. It sends nothing. Of the parts that a transport adds, it shows
    /// only the user agent.
    ///
    /// A request doesn't store its input. So if a property of the input sets a field, a query item or the body, and a
    /// chained call replaces that part, the explanation still shows the property as the source.
    ///
    /// - Parameter showingBody: Whether to show the first 1,000 characters of a text body in memory. They may contain
    ///   secrets, which are not redacted.
    /// - Returns: The explanation. If the request can't be sent, the explanation contains the error and the parts that
    ///   were found before it.
    public func explain(showingBody: Bool = false) -> RequestExplanation {
        let parts: ExplainedParts =
            switch self {
            case let request as any LayeredRequest: request.explainedParts
            case let request as any EndpointRequest: request.explainedParts
            default: ExplainedParts(of: self)
            }
        return Explainer(parts, showingBody: showingBody).explanation
    }
}

extension RequestProviding {
    /// Explains the source of each part of an endpoint's request.
    ///
    /// ```swift
    /// print(api.explain(\.all, Todos(list: 7, limit: 20)))
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The key path of the endpoint, which can be a stored or computed property.
    ///   - input: The input of the endpoint.
    ///   - showingBody: Whether to show the first 1,000 characters of a text body in memory, including any secrets.
    /// - Returns: The explanation: see ``RequestsCore/RequestConvertible/explain(showingBody:)``.
    public func explain<Input: Codable & Sendable, Output>(
        _ endpoint: KeyPath<Self, Endpoint<Input, Output>>, _ input: Input, showingBody: Bool = false
    ) -> RequestExplanation {
        let declared = self[keyPath: endpoint]
        var parts = request(endpoint, input).explainedParts
        parts.endpoint = ExplainedEndpoint(declared, name: name(of: declared), input: input, coding: coding)
        return Explainer(parts, showingBody: showingBody).explanation
    }

    /// Explains the source of each part that an endpoint's requests share, without an input.
    ///
    /// Instead of the input's values, it shows the names of the input's properties in braces.
    ///
    /// ```swift
    /// print(api.explain(\.all))
    /// ```
    ///
    /// - Parameter endpoint: The key path of the endpoint, which can be a stored or computed property.
    /// - Returns: The explanation: see ``RequestsCore/RequestConvertible/explain(showingBody:)``.
    public func explain<Input, Output>(
        _ endpoint: KeyPath<Self, Endpoint<Input, Output>>
    ) -> RequestExplanation {
        let declared = self[keyPath: endpoint]
        let query = declared.template.query.map { "?" + $0 } ?? ""
        var request = request(to: URLPath(query), using: declared.method).receiving(declared.decoder)
            .adding(headerFields: declared.header)
        if let timeout = declared.timeoutInterval { request.parts.timeoutInterval = timeout }
        var options = request.options
        options.take(over: declared.options)
        var parts = request.setting(\.self, options).explainedParts
        parts.endpoint = ExplainedEndpoint(declared, name: name(of: declared), coding: coding)
        return Explainer(parts, showingBody: false, isTemplate: true).explanation
    }

    /// Returns the name of the property that stores an endpoint; for any other endpoint, its method and path.
    private func name(of endpoint: any DescribedEndpoint) -> String {
        let same = DeclaredEndpoint.all(in: self).first {
            $0.endpoint.route == endpoint.route && $0.endpoint.inputType == endpoint.inputType
        }
        return same?.name ?? endpoint.route
    }
}
