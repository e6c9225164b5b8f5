// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Names from other libraries. If code uses such a name, the compiler suggests this library's name. The compiler
// considers these declarations only for code that doesn't compile otherwise. The documentation hides them.

extension Request {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "add each header field with adding(headerField: \"X-Name\", value)")
    public func adding<Fields>(headers: Fields) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "adding(headerField:_:)")
    public func adding<Value>(header name: HeaderField.Name, _ value: Value) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "setting(headerField:_:)")
    public func setting<Value>(header name: HeaderField.Name, _ value: Value) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "setting(headerField:_:)")
    public func header<Value>(_ name: HeaderField.Name, _ value: Value) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use setting(headerField: \"X-Name\", value)")
    public func setValue<Value>(_ value: Value, forHTTPHeaderField name: HeaderField.Name) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "adding(query:)")
    public func adding<Values>(parameters: Values) -> Self { self }

    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "Any is not Encodable: use a struct, or [\"page\": 1, \"q\": \"tea\"] as JSONValue"
    )
    public func adding(query values: [String: Any]) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a duration: timeout(after: .seconds(5))")
    public func timeout(after seconds: Double) -> Self { self }

    // This function isn't generic: otherwise, the compiler's error for an unknown decoder, such as `.jsn(User.self)`,
    // would be about the generic parameter.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a decoder: receiving(.json(User.self))")
    public func receiving(_ type: any Decodable.Type) -> Self { self }

    // If the context determines the type of the result, only this overload fits.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a decoder: receiving(.json(User.self))")
    public func receiving<Value>(_ type: any Decodable.Type) -> Request<API, Value> { receiving(.unreached) }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "remove validate(): statuses outside of 200 to 299 throw an error")
    public func validate() -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use accepting(.range(200..<300)); this range is the default")
    public func validate<Codes>(statusCode: Codes) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "adding(query:_:)")
    public func query<Value>(_ name: String, _ value: Value) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use authenticated(with: .bearerToken(token))")
    public func bearer(_ token: String) -> Self { self }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use a transport, as in URLSession.shared.perform(request)")
    public func send() async throws -> Resource { throw CancellationError() }
}

extension RequestProviding {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a decoder: get(.json(User.self), from: \"/users/1\")")
    public func get(_ type: any Decodable.Type, from endpoint: URLPath) -> Request<Self, Void> { get(from: endpoint) }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a decoder: get(.json(User.self), from: \"/users/1\")")
    public func get<Value>(_ type: any Decodable.Type, from endpoint: URLPath) -> Request<Self, Value> {
        get(.unreached, from: endpoint)
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a format: post(.json(user), to: \"/users\")")
    public func post(_ body: any Encodable, to endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .post)
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a format: put(.json(user), to: \"/users/1\")")
    public func put(_ body: any Encodable, to endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .put)
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "pass a format: patch(.json(user), to: \"/users/1\")")
    public func patch(_ body: any Encodable, to endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .patch)
    }

    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message: "Any is not Encodable: use a struct, or .json([\"page\": 1, \"q\": \"tea\"] as JSONValue)"
    )
    public func post(_ body: [String: Any], to endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .post)
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the body comes first: post(.json(user), to: \"/users\")")
    public func post(_ endpoint: URLPath, with body: BodyProvider) -> Request<Self, Void> { post(body, to: endpoint) }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the body comes first: put(.json(user), to: \"/users/1\")")
    public func put(_ endpoint: URLPath, with body: BodyProvider) -> Request<Self, Void> { put(body, to: endpoint) }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the body comes first: patch(.json(user), to: \"/users/1\")")
    public func patch(_ endpoint: URLPath, with body: BodyProvider) -> Request<Self, Void> { patch(body, to: endpoint) }
}

extension BodyProvider {
    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "Any is not Encodable: use a struct, or [\"page\": 1, \"q\": \"tea\"] as JSONValue"
    )
    public static func json(_ value: [String: Any]) -> BodyProvider { .none }

    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "Any is not Encodable: use a struct, or [\"page\": 1, \"q\": \"tea\"] as JSONValue"
    )
    public static func form(_ value: [String: Any]) -> BodyProvider { .none }
}

extension Transport {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use perform(request), or response(for: request) to also get the head")
    public func data<Sent: RequestConvertible>(for request: Sent) async throws -> (Data, ResponseHead) {
        (Data(), ResponseHead(status: .ok))
    }
}

extension ResponseDecoder {
    /// The decoder of calls that don't compile.
    fileprivate static var unreached: Self { ResponseDecoder { _, _, _ in throw CancellationError() } }
}

extension RequestErrorCode {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "notFound is a status: compare error.head?.status with .notFound")
    public static let notFound = RequestErrorCode(rawValue: "")

    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "unauthorized is a status: compare error.head?.status with .unauthorized"
    )
    public static let unauthorized = RequestErrorCode(rawValue: "")

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "timedOut")
    public static let timeout = RequestErrorCode(rawValue: "")

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "offline")
    public static let notConnectedToInternet = RequestErrorCode(rawValue: "")
}

extension AnyRequestError {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use error.head?.status, an HTTPStatus such as .notFound")
    public var statusCode: Int? { nil }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use error.head?.status, an HTTPStatus such as .notFound")
    public var responseCode: Int? { nil }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use error.head?.status")
    public var status: HTTPStatus? { nil }
}
