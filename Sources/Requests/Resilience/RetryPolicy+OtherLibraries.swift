// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import RequestsCore

// Unavailable declarations with names from other libraries; NamesOfOtherLibraries.swift explains how they work.

extension RetryPolicy {
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message: "use attemptLimit, which includes the first attempt: RetryPolicy(attemptLimit: 3)"
    )
    public init(
        retryLimit: Int, delay: Duration = .zero, statuses: Set<HTTPStatus> = [], codes: Set<RequestErrorCode> = []
    ) { self = .default }
}
