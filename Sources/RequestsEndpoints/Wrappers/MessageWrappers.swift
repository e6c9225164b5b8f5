import Requests

/// A property that fills a placeholder of an endpoint's path.
///
/// ```swift
/// struct TodoID: Codable {
///     @PathValue var list: Int
///     @PathValue var id: Int
/// }
/// ```
///
/// A property with a placeholder's name goes into the path even without the wrapper. The wrapper makes this visible in
/// the code. With the wrapper, a path that lacks the placeholder is an error.
public typealias PathValue<Value> = ValueWrapper<ValuePlace.Path, Value>

/// A property that is sent in the query, whatever the method.
///
/// ```swift
/// struct NewTodo: Codable {
///     var list: Int                       // in the path
///     @QueryValue var notify: Bool?       // ?notify=true, though the method is POST
///     var title: String                   // in the body
/// }
/// ```
public typealias QueryValue<Value> = ValueWrapper<ValuePlace.Query, Value>

/// A property that is a header field.
///
/// ```swift
/// struct Response: Decodable {
///     @HeaderValue var lastModified: Date?           // Last-Modified
///     @HeaderValue var requestID: String             // X-Request-ID, which is required
///
///     enum CodingKeys: String, CodingKey {
///         case lastModified
///         case requestID = "X-Request-ID"
///     }
/// }
/// ```
///
/// The field's name consists of the property's words, capitalised and joined by hyphens: `rateLimit` is `Rate-Limit`.
/// Registered fields keep their spelling: `eTag` is `ETag`. A coding key with a hyphen or an underscore, or with an
/// initial capital, is used unchanged.
///
/// Values can be text, numbers, booleans, dates, URLs, enums with raw values, and arrays of them. An optional is `nil`
/// if the field is missing. Several lines of a field are joined by commas into one value (RFC 9110, section 5.3).
///
/// The API's ``/Requests/Coding`` formats dates and data. HTTP's date fields, such as `Last-Modified`, `Expires` and
/// `If-Modified-Since`, use HTTP dates instead, to the second (RFC 9110, section 5.6.7). An `Expires` that is not a
/// date, such as `0`, is `Date.distantPast` (RFC 9111, section 5.3). Servers ignore an `If-Modified-Since` or
/// `If-Unmodified-Since` that is not a date, so make these properties optional.
public typealias HeaderValue<Value> = ValueWrapper<ValuePlace.Header, Value>

/// A property that is the value of a cookie.
///
/// ```swift
/// struct Login: Decodable {
///     @CookieValue var session: String?
/// }
/// ```
///
/// The cookie's name is the property's name or coding key. An optional is `nil` if the response sets no such cookie. If
/// the response sets several cookies with the name, the last cookie counts (RFC 6265, section 5.3). Descriptions redact
/// the value.
///
/// In a response, the value can be a ``/Requests/WebCookie``, which has attributes such as `Path` and `HttpOnly`.
///
/// An array of cookies contains all cookies of the message, whatever their names:
///
/// ```swift
/// @CookieValue var cookies: [WebCookie]
/// ```
public typealias CookieValue<Value> = ValueWrapper<ValuePlace.Cookie, Value>

/// A property that is a whole body.
///
/// ```swift
/// struct Response: Decodable {
///     @HeaderValue var link: String?
///     @BodyValue var users: [User]
/// }
/// ```
///
/// The body is decoded in the format of the response, by default JSON, using the API's ``/Requests/Coding``. `Data`
/// contains the unchanged bytes. A `String` contains the unchanged text, unless Content-Type declares the format of the
/// response.
///
/// An optional is `nil` if the body is empty, if the response failed, or if the ``/Requests/Envelope`` of the API has
/// no content.
public typealias BodyValue<Value> = ValueWrapper<ValuePlace.Body, Value>

/// A property that is the status of a response.
///
/// ```swift
/// struct Response: Decodable {
///     @ResponseStatus var status: HTTPStatus
/// }
/// ```
///
/// The property can also be a number, or an enum with numbers as raw values. A type with such a property can represent
/// every failed status, so no failed status throws an error.
public typealias ResponseStatus<Value> = ValueWrapper<ValuePlace.Status, Value>

/// A property that is the body of a failed response (status 400 or more).
///
/// ```swift
/// struct Response: Decodable {
///     @BodyValue var user: User?
///     @ErrorBody var problem: ProblemDetails?
/// }
/// ```
///
/// The property is `nil` if the response is not a failure, or if the response's body is empty or in a different format.
/// A type with such a property can represent every failed status, so no failed status throws an error.
public typealias ErrorBody<Value> = ValueWrapper<ValuePlace.ErrorBody, Value>

/// A group of properties that is declared like a response, and read from the same response.
///
/// ```swift
/// struct RateLimit: Decodable {
///     @HeaderValue var remaining: Int?
///     enum CodingKeys: String, CodingKey { case remaining = "X-RateLimit-Remaining" }
/// }
///
/// struct Response: Decodable {
///     @ResponseGroup var rateLimit: RateLimit
///     @BodyValue var user: User
/// }
/// ```
///
/// An optional group is `nil` if a required part is missing. A part with an invalid value is still an error.
public typealias ResponseGroup<Value> = ValueWrapper<ValuePlace.Group, Value>
