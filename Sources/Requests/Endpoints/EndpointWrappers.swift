/// A property wrapper that declares an endpoint with a method of its own.
public protocol EndpointDeclaration {
    /// What goes in.
    associatedtype Input: Sendable
    /// What comes out.
    associatedtype Output: Sendable

    /// The method.
    static var method: HTTPMethod { get }

    /// Makes the wrapper of an endpoint.
    init(wrappedValue: Endpoint<Input, Output>)
}

extension EndpointDeclaration {
    /// Declares an endpoint that takes a value and gives one.
    public init(_ path: EndpointPath) where Input: Codable, Output: Codable {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint that takes a value and gives nothing.
    public init(_ path: EndpointPath) where Input: Codable, Output == Void {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint that takes nothing and gives a value.
    public init(_ path: EndpointPath) where Input == Void, Output: Codable {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint that takes nothing and gives nothing.
    public init(_ path: EndpointPath) where Input == Void, Output == Void {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint that takes a value and gives a stream.
    public init<Element>(_ path: EndpointPath) where Input: Codable, Output == ElementStream<Element> {
        self.init(wrappedValue: Endpoint(Self.method, path))
    }

    /// Declares an endpoint that takes nothing and gives a stream.
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

    /// Declares an endpoint that takes a value and gives one.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input: Codable, Output: Codable {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint that takes a value and gives nothing.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input: Codable, Output == Void {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint that takes nothing and gives a value.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input == Void, Output: Codable {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint that takes nothing and gives nothing.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input == Void, Output == Void {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint that takes a value and gives a stream.
    public init<Element>(_ method: HTTPMethod, _ path: EndpointPath)
    where Input: Codable, Output == ElementStream<Element> {
        wrappedValue = Endpoint(method, path)
    }

    /// Declares an endpoint that takes nothing and gives a stream.
    public init<Element>(_ method: HTTPMethod, _ path: EndpointPath)
    where Input == Void, Output == ElementStream<Element> {
        wrappedValue = Endpoint(method, path)
    }
}
