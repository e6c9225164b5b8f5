public import Requests

extension RequestProviding {
    /// Makes the request of an endpoint for an input.
    ///
    /// ```swift
    /// let todos = try await session.perform(api.request(\.all, Todos(list: 7, limit: 50)).timeout(after: .seconds(5)))
    /// ```
    ///
    /// The request includes everything that all requests of the API share
    /// (``/Requests/RequestProviding/request(to:using:)``). If the input can't be sent, resolving the request throws
    /// the error.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - input: The input of the endpoint.
    /// - Returns: The request.
    @inlinable
    public func request<Input, Output>(
        _ endpoint: KeyPath<Self, Endpoint<Input, Output>>, _ input: Input
    ) -> Request<Self, Output> {
        let endpoint = self[keyPath: endpoint]
        var request = request(to: .unfilled, using: endpoint.method).receiving(endpoint.decoder)
        endpoint.write(input, to: &request.parts, coding: coding)
        return request
    }

    /// Makes the request of an endpoint without an input.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The request.
    @inlinable
    public func request<Output>(_ endpoint: KeyPath<Self, Endpoint<Void, Output>>) -> Request<Self, Output> {
        request(endpoint, ())
    }
}

// With these overloads, a misspelled key path causes only one error, and the error shows the name, because the compiler
// doesn't need to infer the output.
extension RequestProviding {
    /// Reports a key path that doesn't refer to an endpoint, for a request with an input.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the key path must refer to an endpoint")
    public func request<Input>(_ endpoint: KeyPath<Self, Endpoint<Input, Never>>, _ input: Input) -> Request<Self, Void>
    {
        request(to: .unfilled, using: .get)
    }

    /// Reports a key path that doesn't refer to an endpoint, for a request without an input.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the key path must refer to an endpoint")
    public func request(_ endpoint: KeyPath<Self, Endpoint<Void, Never>>) -> Request<Self, Void> {
        request(to: .unfilled, using: .get)
    }
}

extension URLPath {
    /// The path of a request until the endpoint sets the real path; created only once.
    @usableFromInline static let unfilled: URLPath = ""
}

extension Request {
    /// The declared path of the request's endpoint; `nil` for a request without an endpoint.
    package var declaredPath: String? { parts.endpointPath }
}

extension Endpoint {
    /// Resolves the request for an example's input; throws an error if the request can't be sent.
    package func resolve(example: any Encodable & Sendable, of api: some RequestProviding) throws {
        guard let input = example as? Input else { return }
        var request = api.request(to: .unfilled, using: method).receiving(decoder)
        write(input, to: &request.parts, coding: api.coding)
        _ = try request.resolve()
    }

    /// Adds an input to a request, together with the parts that all requests of the endpoint share.
    @usableFromInline
    func write(_ value: Input, to parts: inout RequestStorage, coding: Coding) {
        let endpoint = self.parts
        if let problem = endpoint.values.template.problem {
            let message = "the endpoint's path \(endpoint.values.template.text) contains \(problem)"
            parts.fail(TransportError(code: .invalidPath, message: message))
        }
        parts.endpointPath = endpoint.values.template.text
        for field in endpoint.values.header { parts.header.append(field) }
        parts.options.take(over: endpoint.values.options)
        if let timeout = endpoint.values.timeoutInterval { parts.timeoutInterval = timeout }
        input.write(value, endpoint, endpoint.coding(of: coding), &parts)
    }
}
