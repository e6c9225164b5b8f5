import Foundation

/// What of an API can be asked: a method and a path, what goes in and what comes out.
///
/// ```swift
/// struct TodosAPI: RequestProviding {
///     let baseURL: URL
///
///     @GET("/lists/{list}/todos")   var all: Endpoint<Todos, [Todo]>
///     @POST("/lists/{list}/todos")  var add: Endpoint<NewTodo, Todo>
///
///     let report = Endpoint<ListID, Report>("REPORT", "/lists/{list}").summary("What was done this week")
/// }
///
/// let todos = try await session.perform(api.request(\.all, Todos(list: 7, limit: 50)))
/// ```
///
/// Where a property of the input stands in the message follows from the path and the method: a property that the path names goes
/// there; of the others, those of a GET, HEAD or DELETE go into the query, and those of another method into the body. A wrapper
/// says otherwise: ``PathValue``, ``QueryValue``, ``HeaderValue``, ``CookieValue``, ``BodyValue``. Names are coding keys, mapped
/// by the API's ``Coding``. A value without properties, such as an `Int`, fills the only placeholder, or is the body.
///
/// The output is what is `Codable`, declared by wrappers where it is more than a body, `String` or `Data` as they are, or
/// nothing (`Void`), which is a 204.
///
/// The same declaration makes requests (`api.request(\.all, input)`) and serves them (``Routes``).
public struct Endpoint<Input: Sendable, Output: Sendable>: Sendable {
    /// What does not depend on the types, behind one reference: an endpoint is copied for each request.
    private(set) var parts: EndpointParts

    let input: InputCoding<Input>
    let output: OutputCoding<Output>

    /// Reads the answers.
    private(set) var decoder: ResponseDecoder<Output>

    init(_ method: HTTPMethod, _ path: EndpointPath, _ input: InputCoding<Input>, _ output: OutputCoding<Output>) {
        self.input = input
        self.output = output
        decoder = output.decoder(.json)
        parts = EndpointParts(
            EndpointParts.Values(
                method: method, path: path, status: output.status, isRequest: Input.self is any EndpointRequest.Type))
    }
}

extension Endpoint {
    /// The method.
    public var method: HTTPMethod { parts.values.method }

    /// The path, with a placeholder for each value that goes there.
    public var path: EndpointPath { parts.values.path }

    /// The format of the bodies of requests.
    public var bodyFormat: BodyFormat { parts.values.bodyFormat }

    /// The format of the bodies of answers.
    public var answerFormat: BodyFormat { parts.values.answerFormat }

    /// The status of a success; a declared output may say another.
    public var status: HTTPStatus { parts.values.status }

    /// Fields that every request has.
    public var header: HeaderFields { parts.values.header }

    /// What travels along with every request.
    public var options: RequestOptions { parts.values.options }

    /// What the endpoint does, in a sentence.
    public var summary: String { parts.values.summary }

    var scheme: PlacementScheme { parts.scheme }

    private consuming func changing(_ change: (inout EndpointParts.Values) -> Void) -> Self {
        var values = parts.values
        change(&values)
        parts = EndpointParts(values)
        return self
    }
}

extension Endpoint {
    /// Makes an endpoint that takes a value and gives one.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input: Codable, Output: Codable {
        self.init(method, path, .coded, .coded)
    }

    /// Makes an endpoint that takes a value and gives nothing.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input: Codable, Output == Void {
        self.init(method, path, .coded, .none)
    }

    /// Makes an endpoint that takes nothing and gives a value.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input == Void, Output: Codable {
        self.init(method, path, .none, .coded)
    }

    /// Makes an endpoint that takes nothing and gives nothing.
    public init(_ method: HTTPMethod, _ path: EndpointPath) where Input == Void, Output == Void {
        self.init(method, path, .none, .none)
    }

    /// Makes an endpoint that takes a value and gives a stream.
    public init<Element>(_ method: HTTPMethod, _ path: EndpointPath)
    where Input: Codable, Output == ElementStream<Element> {
        self.init(method, path, .coded, .stream())
    }

    /// Makes an endpoint that takes nothing and gives a stream.
    public init<Element>(_ method: HTTPMethod, _ path: EndpointPath)
    where Input == Void, Output == ElementStream<Element> {
        self.init(method, path, .none, .stream())
    }
}

extension Endpoint {
    /// Sets the format of the bodies of requests; JSON by default.
    public consuming func body(_ format: BodyFormat) -> Self {
        changing { $0.bodyFormat = format }
    }

    /// Sets the format of the bodies of answers; JSON by default.
    public consuming func answer(_ format: BodyFormat) -> Self {
        decoder = output.decoder(format)
        return changing { $0.answerFormat = format }
    }

    /// Sets the status of a success; 200 by default, and 204 where nothing comes out.
    public consuming func status(_ status: HTTPStatus) -> Self {
        changing { $0.status = status }
    }

    /// Adds a field that every request has.
    public consuming func adding(headerField field: HeaderField) -> Self {
        changing { $0.header.append(field) }
    }

    /// Sets an option, which travels along with every request.
    public consuming func setting<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> Self {
        changing { $0.options[keyPath: option] = value }
    }

    /// Says what the endpoint does, in a sentence.
    public consuming func summary(_ summary: String) -> Self {
        changing { $0.summary = summary }
    }
}

extension Endpoint: CustomStringConvertible {
    /// Method and path: `GET /lists/{list}/todos`.
    public var description: String { "\(method.rawValue) \(path.template)" }
}
