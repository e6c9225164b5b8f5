public import Requests

/// Declares a GET endpoint.
public typealias GET<Input: Sendable, Output: Sendable> = EndpointProperty<EndpointMethod.Get, Input, Output>

/// Declares a POST endpoint.
public typealias POST<Input: Sendable, Output: Sendable> = EndpointProperty<EndpointMethod.Post, Input, Output>

/// Declares a PUT endpoint.
public typealias PUT<Input: Sendable, Output: Sendable> = EndpointProperty<EndpointMethod.Put, Input, Output>

/// Declares a PATCH endpoint.
public typealias PATCH<Input: Sendable, Output: Sendable> = EndpointProperty<EndpointMethod.Patch, Input, Output>

/// Declares a DELETE endpoint.
public typealias DELETE<Input: Sendable, Output: Sendable> = EndpointProperty<EndpointMethod.Delete, Input, Output>

/// Declares a HEAD endpoint.
public typealias HEAD<Input: Sendable, Output: Sendable> = EndpointProperty<EndpointMethod.Head, Input, Output>

/// Declares an endpoint for one method: see the aliases, such as ``GET``.
///
/// The path must be a literal. If the path is known only at run time, or if no alias has the method, store an
/// ``Endpoint``.
@propertyWrapper
public struct EndpointProperty<Method: EndpointMethod, Input: Sendable, Output: Sendable>: Sendable {
    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    private init(_ path: StaticString, _ input: InputCoding<Input>, _ output: OutputCoding<Output>) {
        wrappedValue = Endpoint(EndpointDefinition(Method.method, path.description, input, output))
    }

    /// Declares an endpoint with an input and an output.
    public init(_ path: StaticString) where Input: Codable, Output: Codable {
        self.init(path, .coded, .coded)
    }

    /// Declares an endpoint with an input and no output.
    public init(_ path: StaticString) where Input: Codable, Output == Void {
        self.init(path, .coded, .none)
    }

    /// Declares an endpoint with an output and no input.
    public init(_ path: StaticString) where Input == Void, Output: Codable {
        self.init(path, .none, .coded)
    }

    /// Declares an endpoint with neither input nor output.
    public init(_ path: StaticString) where Input == Void, Output == Void {
        self.init(path, .none, .none)
    }

    /// Declares an endpoint with an input and a stream as its output.
    public init<Element: StreamElement>(_ path: StaticString) where Input: Codable, Output == ElementStream<Element> {
        self.init(path, .coded, .stream())
    }

    /// Declares an endpoint with a stream as its output and no input.
    public init<Element: StreamElement>(_ path: StaticString) where Input == Void, Output == ElementStream<Element> {
        self.init(path, .none, .stream())
    }
}

extension EndpointProperty: RedactedDescription {
    /// The method and the path: `GET /lists/{list}/todos`.
    public var description: String { wrappedValue.description }
}
