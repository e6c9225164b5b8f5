// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// The compiler tries an unavailable overload only after everything else has failed. For a path that is joined with `+`,
// that takes seconds. So these overloads are available, and the conformances aren't: the compiler checks a conformance
// only after it has chosen the overload.

/// A value that could be mistaken for a path: don't conform any type to this protocol.
@_documentation(visibility: internal)
public protocol URLPathConvertible {}

@available(
    *, unavailable,
    message: "use a literal with unwrapped values, as in \"/users/\\(id)\", or URLPath(text) for a whole path"
)
extension String: URLPathConvertible {}

@available(*, unavailable, message: "use URLPath(absolute: url), or URLPath(link: text) for a link from a response")
extension URL: URLPathConvertible {}

@_documentation(visibility: internal)
extension RequestProviding {
    @_disfavoredOverload
    public func get<Resource>(
        _ decoder: ResponseDecoder<Resource>, from endpoint: any URLPathConvertible
    ) -> Request<Self, Resource> {
        get(decoder, from: URLPath(refusing: endpoint))
    }

    @_disfavoredOverload
    public func get(from endpoint: any URLPathConvertible) -> Request<Self, Void> {
        get(from: URLPath(refusing: endpoint))
    }

    @_disfavoredOverload
    public func post(_ body: BodyProvider = .none, to endpoint: any URLPathConvertible) -> Request<Self, Void> {
        post(body, to: URLPath(refusing: endpoint))
    }

    @_disfavoredOverload
    public func put(_ body: BodyProvider = .none, to endpoint: any URLPathConvertible) -> Request<Self, Void> {
        put(body, to: URLPath(refusing: endpoint))
    }

    @_disfavoredOverload
    public func patch(_ body: BodyProvider, to endpoint: any URLPathConvertible) -> Request<Self, Void> {
        patch(body, to: URLPath(refusing: endpoint))
    }

    @_disfavoredOverload
    public func delete(_ endpoint: any URLPathConvertible) -> Request<Self, Void> {
        delete(URLPath(refusing: endpoint))
    }

    @_disfavoredOverload
    public func options(_ endpoint: any URLPathConvertible) -> Request<Self, Void> {
        options(URLPath(refusing: endpoint))
    }

    @_disfavoredOverload
    public func head(_ endpoint: any URLPathConvertible) -> Request<Self, Void> {
        head(URLPath(refusing: endpoint))
    }
}

extension URLPath {
    /// Makes a path that can't be resolved, for a type that conforms in spite of this rule.
    fileprivate init(refusing value: any URLPathConvertible) {
        var builder = Builder(reserving: 0)
        builder.note(.collection)
        self.init(builder)
    }
}
