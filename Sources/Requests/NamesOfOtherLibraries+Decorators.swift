// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import RequestsCore

// Unavailable declarations with names from other libraries; NamesOfOtherLibraries.swift explains how they work.

extension Request {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a policy: retrying(RetryPolicy(attemptLimit: 3))")
    public func retrying(_ count: Int) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "call retrying() on the transport: URLSession.shared.retrying()")
    public func retrying() -> Self { self }
}

extension Transport {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a policy: retrying(RetryPolicy(attemptLimit: 3))")
    public func retrying(_ count: Int) -> some Transport { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "also pass the API's URL: authenticating(with: provider, for: api.baseURL)")
    public func authenticating(with provider: AuthenticationProvider) -> some Transport { self }
}
