public import Foundation
public import Requests

/// A type that is a request, declared like an endpoint.
///
/// ```swift
/// struct AddTodo: EndpointRequest {
///     static let declaration = Endpoint<Self, Todo>(.post, "/lists/{list}/todos")
///
///     let baseURL: URL                                // of one environment or another; it is not sent
///     var list: Int                                   // in the path
///     var title: String                               // in the body
///     @HeaderValue var idempotencyKey: String?        // Idempotency-Key
/// }
///
/// let todo = try await session.perform(AddTodo(baseURL: staging, list: 7, title: "Tea"))
/// ```
///
/// Its properties go to the same places as those of an input: see ``Endpoint``.
///
/// A stored property can also satisfy a requirement of ``/Requests/RequestConvertible``, by its name and its type, such
/// as `baseURL` or `timeoutInterval: TimeInterval`. Such a property is not part of the input and is not sent, unless a
/// wrapper or the path says so. When the request is served, the property has the base URL of the API, the method of the
/// endpoint, or the default.
///
/// The requests of an API share base URL, coding, failure, fields and options through a protocol that inherits from this one.
/// Computed properties such as `header` and `queryItems` add to those of the declaration. A `bodyProvider` replaces the body of the
/// properties.
public protocol EndpointRequest: RequestConvertible, Codable {
    /// The output of the ``declaration``, which the compiler infers it from.
    associatedtype Resource

    /// The type of the body of a failure, which a protocol can fix by `where Failure == ProblemDetails`.
    associatedtype Failure

    /// The method, the path and the output.
    static var declaration: Endpoint<Self, Resource> { get }
}

extension EndpointRequest {
    /// The parts of the message: those of the type, then those of the declaration with the properties.
    private var parts: RequestStorage {
        let declaration = Self.declaration
        var parts = RequestStorage(of: self, to: "", using: declaration.method)
        let (options, body) = (parts.options, parts.bodyProvider)
        parts.options = RequestOptions()
        declaration.write(self, to: &parts, coding: coding)
        parts.options.take(over: options)
        if !body.isNone { parts.bodyProvider = body }
        return parts
    }

    /// The path with its values.
    public var endpoint: URLPath { parts.target.endpoint }
    /// The method of the declaration.
    public var method: HTTPMethod { Self.declaration.method }
    fileprivate var declaredDecoder: ResponseDecoder<Resource> { Self.declaration.decoder }

    /// The decoder of the declaration.
    public var responseDecoder: ResponseDecoder<Resource> { declaredDecoder }

    /// Makes the message, and checks it.
    ///
    /// - Throws: A ``/Requests/RequestError`` that names the part that can't be sent.
    public func resolve() throws(RequestError<Failure>) -> OutgoingRequest {
        do throws(TransportError) {
            let decoder: ResponseDecoder<Resource> = responseDecoder
            return try Resolution.outgoingRequest(
                api: Self.self, baseURL: baseURL, coding: coding, accept: decoder.accept, extras: decoder.extras,
                parts: parts, allowingBodyBy: OutgoingRequest.optionForBodies)
        } catch {
            throw error.with(unsent: Self.declaration.description)
        }
    }
}

// Each of these types has another default decoder.

extension EndpointRequest where Resource == Void {
    /// The decoder of the declaration.
    public var responseDecoder: ResponseDecoder<Void> { declaredDecoder }
}

extension EndpointRequest where Resource == Data {
    /// The decoder of the declaration.
    public var responseDecoder: ResponseDecoder<Data> { declaredDecoder }
}

extension EndpointRequest where Resource == String {
    /// The decoder of the declaration.
    public var responseDecoder: ResponseDecoder<String> { declaredDecoder }
}

extension EndpointRequest where Resource: Decodable {
    /// The decoder of the declaration.
    public var responseDecoder: ResponseDecoder<Resource> { declaredDecoder }
}
