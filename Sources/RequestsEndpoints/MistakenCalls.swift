// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Requests

// Unavailable declarations for mistakes with endpoints; NamesOfOtherLibraries.swift explains how they work. Two have nothing to
// return, and end the program instead, but never run: code that uses an unavailable declaration doesn't compile.

extension RequestProviding {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass the endpoint's input: request(\\.books, Shelf(shelf: 7))")
    public func request<Input, Output>(_ endpoint: KeyPath<Self, Endpoint<Input, Output>>) -> Request<Self, Output> {
        request(to: .unfilled, using: .get).receiving(self[keyPath: endpoint].decoder)
    }
}

extension EndpointProperty {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the input and the output must be Codable, or Void")
    public init(_ path: StaticString) { fatalError("this endpoint doesn't compile") }
}

extension Endpoint {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the input and the output must be Codable, or Void")
    public init(_ method: HTTPMethod, _ path: String) { fatalError("this endpoint doesn't compile") }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "make a request: api.request(\\.books, Shelf(shelf: 7))")
    public func callAsFunction(_ input: Any...) -> Request<AnonymousProvider, Output> {
        AnonymousProvider("https://example.com").get(decoder, from: "")
    }

    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "authenticate a request: api.request(\\.books, Shelf(shelf: 7)).authenticated(with: …)"
    )
    public func authenticated(with provider: AuthenticationProvider) -> Self { self }
}

extension Transport {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "make a request: perform(api.request(\\.books, Shelf(shelf: 7)))")
    public func perform<Input, Output>(_ endpoint: Endpoint<Input, Output>) async throws -> Output {
        throw CancellationError()
    }
}
