import Foundation
public import Requests

/// An operation of an API: a method and a path, with the types of its input and its output.
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
/// The path and the method decide where a property of the input goes. If the path contains a placeholder with the
/// property's name, the property fills the placeholder. Other properties go into the query for GET, HEAD and DELETE,
/// and into the body for other methods: see ``input(in:)``. Wrappers override these places: ``PathValue``,
/// ``QueryValue``, ``HeaderValue``, ``CookieValue``, ``BodyValue``. Names are coding keys, mapped by the API's
/// ``/Requests/Coding``. An input without properties, such as an `Int`, fills the only placeholder, or is the body.
///
/// The output is a `Codable` type (with wrappers if it contains more than a body), an unchanged `String` or `Data`, or
/// `Void`. The response for `Void` is a 204.
///
/// The same declaration makes requests (`api.request(\.all, input)`) and serves them (``Routes``).
///
/// The path is a template whose placeholders are values of the input:
///
/// ```swift
/// @GET("/lists/{list}/todos")            // a placeholder in braces, anywhere in a segment
/// @GET("/lists/:list/todos/:id")         // or at the start of one
/// @GET("/files/{path*}")                 // a placeholder for several segments: "src/a b.c" → /files/src/a%20b.c
/// @GET("/files/{name}.json?v=2")         // a query that every request has
/// @POST("/token#refresh")                // a fragment isn't sent, and tells two endpoints of a path apart
/// ```
///
/// A placeholder is filled by the property that has the placeholder's name, in Swift or on the wire. The value becomes
/// one percent-encoded segment. A value that would make the segment empty, `.` or `..` is an error.
///
/// A placeholder with `*` is a whole segment of the template, and its value may contain slashes. A path can contain
/// only one such placeholder. ``Routes`` match it only if no other kind of segment matches. The placeholder doesn't
/// match a segment that is `.` or `..`, or that contains an escaped slash, because no client of the endpoint can send
/// such a segment.
///
/// A malformed template does not trap: every request of the endpoint fails with an error that describes the problem.
public struct Endpoint<Input: Sendable, Output: Sendable>: Sendable {
    /// All parts behind one reference, so that a copy of an API retains only one object per endpoint.
    let definition: EndpointDefinition<Input, Output>

    init(_ definition: EndpointDefinition<Input, Output>) { self.definition = definition }

    init(_ method: HTTPMethod, _ path: String, _ input: InputCoding<Input>, _ output: OutputCoding<Output>) {
        definition = EndpointDefinition(method, path, input, output)
    }
}

extension Endpoint {
    /// The method.
    public var method: HTTPMethod { parts.values.method }

    /// The path, with its placeholders.
    public var path: String { parts.values.template.text }

    /// The format of the bodies of requests.
    package var bodyFormat: BodyFormat { parts.values.bodyFormat }

    /// The format of the bodies of responses.
    package var responseFormat: BodyFormat { parts.values.responseFormat }

    /// The status of a success, unless the output sets a different status.
    package var status: HTTPStatus { parts.values.status }

    /// The declared failures, in the order of their declarations.
    package var failures: [DeclaredFailure] { parts.values.failures }

    /// The fields of every request.
    package var header: HeaderFields { parts.values.header }

    /// The options of every request.
    package var options: RequestOptions { parts.values.options }

    /// The idle timeout of every request in seconds; `nil` for the API's timeout.
    package var timeoutInterval: Double? { parts.values.timeoutInterval }

    /// The documentation of the endpoint.
    package var documentation: EndpointDocumentation { parts.values.documentation }

    /// The type of the input; `nil` without an input.
    package var inputType: (any (Codable & Sendable).Type)? { input.type }

    /// The type of the output; `nil` for `Void`, streams and ``StatusAlternatives``.
    package var outputType: (any Decodable.Type)? { output.type }

    /// The type of the output, even if ``outputType`` is `nil`.
    package var resultType: Any.Type { Output.self }

    var parts: EndpointContext { definition.parts }
    package var template: PathTemplate { parts.values.template }
    package var scheme: PlacementScheme { parts.scheme }
    var input: InputCoding<Input> { definition.input }
    var output: OutputCoding<Output> { definition.output }
    @usableFromInline package var decoder: ResponseDecoder<Output> { definition.decoder }

    /// Returns an API's coding with the styles of the endpoint.
    package func coding(of api: Coding) -> Coding { parts.coding(of: api) }

    func changing(
        decoder: ResponseDecoder<Output>? = nil, _ change: (inout EndpointContext.Values) -> Void
    ) -> Self {
        let definition = definition
        var values = definition.parts.values
        change(&values)
        return Self(
            EndpointDefinition(
                parts: EndpointContext(values), input: definition.input, output: definition.output,
                decoder: decoder ?? definition.decoder))
    }
}

extension Endpoint {
    /// Makes an endpoint with an input and an output.
    public init(_ method: HTTPMethod, _ path: String) where Input: Codable, Output: Codable {
        self.init(method, path, .coded, .coded)
    }

    /// Makes an endpoint with an input and no output.
    public init(_ method: HTTPMethod, _ path: String) where Input: Codable, Output == Void {
        self.init(method, path, .coded, .none)
    }

    /// Makes an endpoint with an output and no input.
    public init(_ method: HTTPMethod, _ path: String) where Input == Void, Output: Codable {
        self.init(method, path, .none, .coded)
    }

    /// Makes an endpoint with neither input nor output.
    public init(_ method: HTTPMethod, _ path: String) where Input == Void, Output == Void {
        self.init(method, path, .none, .none)
    }

    /// Makes an endpoint with an input and a stream as its output.
    public init<Element: StreamElement>(_ method: HTTPMethod, _ path: String)
    where Input: Codable, Output == ElementStream<Element> {
        self.init(method, path, .coded, .stream())
    }

    /// Makes an endpoint with a stream as its output and no input.
    public init<Element: StreamElement>(_ method: HTTPMethod, _ path: String)
    where Input == Void, Output == ElementStream<Element> {
        self.init(method, path, .none, .stream())
    }
}

extension Endpoint {
    /// Sets the place of all properties that neither the path nor a wrapper places, whatever the method.
    ///
    /// ```swift
    /// let search = Endpoint<Search, [Hit]>(.post, "/search").input(in: .query)     // POST /search?text=tea
    /// let erase = Endpoint<Filter, Void>(.delete, "/items").input(in: .body)
    /// ```
    ///
    /// By default, these properties go into the query for GET, HEAD and DELETE, and into the body for other methods.
    public func input(in place: ParameterLocation) -> Self {
        changing { values in
            values.inputPlace = place
            if place == .body { values.options.allowsBody = true }
        }
    }

    /// Sets the style of arrays in the query and in a form; by default, the style of the API's ``/Requests/Coding``.
    ///
    /// ```swift
    /// let find = Endpoint<Search, [Hit]>(.get, "/search").arrays(.commaSeparated)     // GET /search?ids=1,2
    /// let mixed = find.arrays(.brackets, of: "kinds")                                 // GET /search?ids=1,2&kinds[]=a
    /// ```
    ///
    /// - Parameters:
    ///   - style: The style.
    ///   - properties: The coding keys of the query properties that use the style. If you pass none, all properties use
    ///     it.
    /// - Returns: The endpoint with the style.
    public func arrays(_ style: Coding.ArrayStyle, of properties: String...) -> Self {
        changing { values in
            if properties.isEmpty { values.arrays = style }
            for property in properties { values.arraysByProperty[property] = style }
        }
    }

    /// Sets the format of request bodies; JSON by default.
    public func body(_ format: BodyFormat) -> Self {
        changing { $0.bodyFormat = format }
    }

    /// Sets the format of response bodies; JSON by default.
    public func response(_ format: BodyFormat) -> Self {
        changing(decoder: output.decoder(format).naming(Self.types(of: failures))) { $0.responseFormat = format }
    }

    /// Sets the status of a success; by default 200, or 204 without an output.
    public func status(_ status: HTTPStatus) -> Self {
        changing { $0.status = status }
    }

    /// Declares statuses of failed responses, for documents and for the checks by ``Routes``.
    ///
    /// ```swift
    /// let book = Endpoint<Int, Book>(.get, "/books/{id}").failures(.notFound)
    /// ```
    ///
    /// If a handler throws an error with a status that isn't declared, ``Routes/onUnexpectedError(_:)`` also receives
    /// an error that names the status. An endpoint without declared failures can respond with any status.
    public func failures(_ statuses: HTTPStatus...) -> Self {
        changing { $0.failures += statuses.map { DeclaredFailure(status: $0, body: nil) } }
    }

    /// Declares the statuses and the body of failed responses.
    ///
    /// ```swift
    /// let lend = Endpoint<NewLoan, Loan>(.post, "/loans").failures(.conflict, as: AlreadyLent.self)
    /// ```
    ///
    /// A handler throws a value of the type. ``Routes`` send the value as JSON, with the first status or, if the type
    /// conforms to ``HTTPStatusConvertible``, with the value's status. A client decodes the value from the error:
    /// `error.decodeBody(.json(AlreadyLent.self), coding: api.coding)`.
    public func failures<Body: Codable & Error>(_ statuses: HTTPStatus..., as body: Body.Type) -> Self {
        let all = failures + statuses.map { DeclaredFailure(status: $0, body: body) }
        return changing(decoder: decoder.naming(Self.types(of: all))) { $0.failures = all }
    }

    private static func types(of failures: [DeclaredFailure]) -> [HTTPStatus: any Sendable.Type] {
        var types: [HTTPStatus: any Sendable.Type] = [:]
        for failure in failures { types[failure.status] = failure.body }
        return types
    }

    /// Adds a field to every request.
    public func adding(headerField field: HeaderField) -> Self {
        changing { $0.header.append(field) }
    }

    /// Sets an option for every request.
    ///
    /// If you set one property of the policy, such as `\.policy.totalTimeout`, the API still sets the other properties.
    public func setting<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> Self {
        changing { $0.options[keyPath: option] = value }
    }

    func describing(_ change: (inout EndpointDocumentation) -> Void) -> Self {
        changing { change(&$0.documentation) }
    }
}

extension Endpoint: RedactedDescription {
    /// The method and the path: `GET /lists/{list}/todos`.
    public var description: String { "\(method.rawValue) \(template.text)" }
}
