// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import RequestsCore

// Unavailable declarations for mistakes with streams; NamesOfOtherLibraries.swift explains how they work.

extension Request {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a format: receiving(stream: .lines)")
    public func receiving(stream format: StreamFormat<Never>) -> Request<API, ElementStream<Never>> {
        receiving(.stream(format))
    }
}

extension Array {
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message: "use a loop: for try await element in stream { array.append(element) }"
    )
    public init<Failure>(_ stream: ResponseStream<Element, Failure>) { self = [] }
}
