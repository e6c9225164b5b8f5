public import Foundation
public import Requests

/// A type whose values are requests, declared like an endpoint.
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
/// The properties are placed in the message like the properties of an input: see ``Endpoint``.
///
/// A stored property such as `baseURL` or `timeoutInterval: TimeInterval` also satisfies a requirement of
/// ``/Requests/RequestConvertible``, if both have the same name and type. Such a property is not part of the input and
/// is not sent, unless a wrapper or the path places it. On the server, the property contains the API's base URL, the
/// endpoint's method, or the requirement's default.
///
/// All requests of an API can share a base URL, coding, failure, fields and options through a protocol that inherits
/// from this protocol. Computed properties such as `header` and `queryItems` add to the declaration. A `bodyProvider`
/// property replaces the body that the properties form.
public protocol EndpointRequest: RequestConvertible, Codable {
    /// The type of the output, inferred from the ``declaration``.
    associatedtype Resource

    /// The type of a failure's body, which a protocol can fix with `where Failure == ProblemDetails`.
    associatedtype Failure

    /// The method, the path and the output.
    static var declaration: Endpoint<Self, Resource> { get }
}

extension EndpointRequest {
    /// The parts of the message: first the type's additions, then the parts of the declaration and the properties.
    private var parts: RequestStorage {
        let declaration = Self.declaration
        var parts = RequestStorage(of: self, to: "", using: declaration.method)
        let (options, body, timeout) = (parts.options, parts.bodyProvider, parts.timeoutInterval)
        parts.options = RequestOptions()
        declaration.write(self, to: &parts, coding: coding)
        parts.options.take(over: options)
        parts.timeoutInterval = timeout
        if !body.isNone { parts.bodyProvider = body }
        return parts
    }

    /// The path with its values filled in.
    public var endpoint: URLPath { parts.target.endpoint }
    /// The declaration's method.
    public var method: HTTPMethod { Self.declaration.method }
    /// The declaration's idle timeout in seconds: 60 by default.
    public var timeoutInterval: TimeInterval { Self.declaration.timeoutInterval ?? 60 }
    fileprivate var declaredDecoder: ResponseDecoder<Resource> { Self.declaration.decoder }

    /// The declaration's decoder.
    public var responseDecoder: ResponseDecoder<Resource> { declaredDecoder }

    /// Makes and checks the message.
    ///
    /// - Throws: A ``/Requests/RequestError`` that identifies the part that can't be sent.
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

// The default decoder depends on the type of the resource.

extension EndpointRequest where Resource == Void {
    /// The declaration's decoder.
    public var responseDecoder: ResponseDecoder<Void> { declaredDecoder }
}

extension EndpointRequest where Resource == Data {
    /// The declaration's decoder.
    public var responseDecoder: ResponseDecoder<Data> { declaredDecoder }
}

extension EndpointRequest where Resource == String {
    /// The declaration's decoder.
    public var responseDecoder: ResponseDecoder<String> { declaredDecoder }
}

extension EndpointRequest where Resource: Decodable {
    /// The declaration's decoder.
    public var responseDecoder: ResponseDecoder<Resource> { declaredDecoder }
}
