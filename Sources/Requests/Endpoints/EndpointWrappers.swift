/// A property wrapper that declares an endpoint with a fixed method.
public protocol EndpointDeclaration {
    /// The type of the input.
    associatedtype Input: Sendable
    /// The type of the output.
    associatedtype Output: Sendable

    /// The method.
    static var method: HTTPMethod { get }

    /// Makes the wrapper of an endpoint.
    init(wrappedValue: Endpoint<Input, Output>)
}

extension EndpointDeclaration {
    /// Declares an endpoint with an input and an output.
    public init(_ path: EndpointPath) where Input: Codable, Output: Codable {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint with an input and no output.
    public init(_ path: EndpointPath) where Input: Codable, Output == Void {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint with an output and no input.
    public init(_ path: EndpointPath) where Input == Void, Output: Codable {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint with neither input nor output.
    public init(_ path: EndpointPath) where Input == Void, Output == Void {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint with an input and a stream as its output.
    public init<Element>(_ path: EndpointPath) where Input: Codable, Output == ElementStream<Element> {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint with a stream as its output and no input.
    public init<Element>(_ path: EndpointPath) where Input == Void, Output == ElementStream<Element> {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }
}

/// Declares an endpoint of the method GET.
@propertyWrapper
public struct GET<Input: Sendable, Output: Sendable>: EndpointDeclaration, Sendable {
    /// GET.
    public static var method: HTTPMethod { .get }

    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    /// Makes the wrapper of an endpoint.
    public init(wrappedValue: Endpoint<Input, Output>) {
        self.wrappedValue = wrappedValue
    }
}

/// Declares an endpoint of the method POST.
@propertyWrapper
public struct POST<Input: Sendable, Output: Sendable>: EndpointDeclaration, Sendable {
    /// POST.
    public static var method: HTTPMethod { .post }

    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    /// Makes the wrapper of an endpoint.
    public init(wrappedValue: Endpoint<Input, Output>) {
        self.wrappedValue = wrappedValue
    }
}

/// Declares an endpoint of the method PUT.
@propertyWrapper
public struct PUT<Input: Sendable, Output: Sendable>: EndpointDeclaration, Sendable {
    /// PUT.
    public static var method: HTTPMethod { .put }

    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    /// Makes the wrapper of an endpoint.
    public init(wrappedValue: Endpoint<Input, Output>) {
        self.wrappedValue = wrappedValue
    }
}

/// Declares an endpoint of the method PATCH.
@propertyWrapper
public struct PATCH<Input: Sendable, Output: Sendable>: EndpointDeclaration, Sendable {
    /// PATCH.
    public static var method: HTTPMethod { .patch }

    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    /// Makes the wrapper of an endpoint.
    public init(wrappedValue: Endpoint<Input, Output>) {
        self.wrappedValue = wrappedValue
    }
}

/// Declares an endpoint of the method DELETE.
@propertyWrapper
public struct DELETE<Input: Sendable, Output: Sendable>: EndpointDeclaration, Sendable {
    /// DELETE.
    public static var method: HTTPMethod { .delete }

    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    /// Makes the wrapper of an endpoint.
    public init(wrappedValue: Endpoint<Input, Output>) {
        self.wrappedValue = wrappedValue
    }
}

/// Declares an endpoint of the method HEAD.
@propertyWrapper
public struct HEAD<Input: Sendable, Output: Sendable>: EndpointDeclaration, Sendable {
    /// HEAD.
    public static var method: HTTPMethod { .head }

    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    /// Makes the wrapper of an endpoint.
    public init(wrappedValue: Endpoint<Input, Output>) {
        self.wrappedValue = wrappedValue
    }
}

/// Declares an endpoint of any method.
@propertyWrapper
public struct CUSTOM<Input: Sendable, Output: Sendable>: Sendable {
    /// The endpoint.
    public let wrappedValue: Endpoint<Input, Output>

    /// Declares an endpoint with an input and an output.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input: Codable, Output: Codable {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint with an input and no output.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input: Codable, Output == Void {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint with an output and no input.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input == Void, Output: Codable {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint with neither input nor output.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input == Void, Output == Void {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint with an input and a stream as its output.
    public init<Element>(_ method: HTTPMethod, _ path: EndpointPath)
    where Input: Codable, Output == ElementStream<Element> {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint with a stream as its output and no input.
    public init<Element>(_ method: HTTPMethod, _ path: EndpointPath)
    where Input == Void, Output == ElementStream<Element> {
        wrappedValue = Endpoint(method, path)
    }
}
