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
    /// The method.
    public let method: HTTPMethod

    /// The path, with a placeholder for each value that goes there.
    public let path: EndpointPath

    /// The format of the bodies of requests.
    public private(set) var bodyFormat = BodyFormat.json

    /// The format of the bodies of answers.
    public private(set) var answerFormat = BodyFormat.json

    /// The status of a success; a declared output may say another.
    public private(set) var status: HTTPStatus

    /// Fields that every request has.
    public private(set) var header = HeaderFields()

    /// What travels along with every request.
    public private(set) var options = RequestOptions()

    /// What the endpoint does, in a sentence.
    public private(set) var summary = ""

    let input: InputCoding<Input>
    let output: OutputCoding<Output>
    let scheme: PlacementScheme

    init(_ method: HTTPMethod, _ path: EndpointPath, _ input: InputCoding<Input>, _ output: OutputCoding<Output>) {
        self.method = method
        self.path = path
        self.input = input
        self.output = output
        status = output.status
        scheme = PlacementScheme(method: method, path: path)
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
        bodyFormat = format
        return self
    }

    /// Sets the format of the bodies of answers; JSON by default.
    public consuming func answer(_ format: BodyFormat) -> Self {
        answerFormat = format
        return self
    }

    /// Sets the status of a success; 200 by default, and 204 where nothing comes out.
    public consuming func status(_ status: HTTPStatus) -> Self {
        self.status = status
        return self
    }

    /// Adds a field that every request has.
    public consuming func adding(headerField field: HeaderField) -> Self {
        header.append(field)
        return self
    }

    /// Sets an option, which travels along with every request.
    public consuming func setting<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> Self {
        options[keyPath: option] = value
        return self
    }

    /// Says what the endpoint does, in a sentence.
    public consuming func summary(_ summary: String) -> Self {
        self.summary = summary
        return self
    }
}

extension Endpoint: CustomStringConvertible {
    /// Method and path: `GET /lists/{list}/todos`.
    public var description: String { "\(method.rawValue) \(path.template)" }
}
