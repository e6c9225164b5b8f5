public import Requests

/// The parts of a request, each with its source: the result of `explain()`.
///
/// ```text
/// GET https://api.example.com/lists/7/todos?limit=20
///
/// url       https://api.example.com          base URL
///           /lists/{list}/todos              template of all
///           {list} = 7                       property list
/// query     limit=20                         property limit
/// header    X-Version: 3                     API default
///           Accept: application/json         decoder
///           Authorization: <redacted>        credentials
/// ```
///
/// Like all descriptions in the library, this text redacts secrets. Its format may change in any version.
public struct RequestExplanation: Sendable {
    /// The method and the URL.
    public let message: String

    /// The parts, in the order of the description.
    public let parts: [Part]

    /// The reason why the request can't be sent; `nil` if it can be sent.
    ///
    /// After an error, the explanation contains only the parts that were found before the error.
    public let error: (any AnyRequestError)?

    /// A part of a request.
    public struct Part: Hashable, Sendable {
        /// The place of the part, such as the query or the header.
        public let place: Place
        /// The part as sent, or its description if it is not sent.
        public let text: String
        /// The source of the part.
        public let source: Source
    }

    /// A place in a request.
    public enum Place: String, Hashable, Sendable {
        /// A part of the URL before the query.
        case url
        /// A pair of the query, percent-encoded.
        case query
        /// A header field.
        case header
        /// The body.
        case body
        /// The type of the response.
        case response
        /// An option of the transport, mostly of ``/Requests/TransportPolicy``.
        case policy
    }

    /// The source of a part.
    public enum Source: Hashable, Sendable {
        /// The base URL of the API.
        case baseURL
        /// The path that was passed to the request.
        case path
        /// The template of an endpoint's path; the associated value is the endpoint's name.
        case template(String)
        /// A field or an option that an endpoint declares; the associated value is the endpoint's name.
        case endpoint(String)
        /// Properties of the input, or of an `EndpointRequest`; the associated value contains their names.
        case properties([String])
        /// An input without known properties.
        case input
        /// The API's ``/Requests/RequestProviding/request(to:using:)``, which makes all requests of the API.
        case apiDefault
        /// A call in the chain that made the request.
        case chain
        /// The body, which sets fields such as Content-Type.
        case body
        /// The decoder of the response.
        case decoder
        /// The credentials of the request; credentials that a transport adds are unknown.
        case credentials
        /// A hook that ``/Requests/Request/adapting(_:)`` added.
        case hook
        /// The transport, which adds the part when it sends the message.
        case transport
        /// The default of the library.
        case standard
    }
}

extension RequestExplanation.Source {
    static func property(_ name: String) -> Self { .properties([name]) }
}

extension RequestExplanation.Source: CustomStringConvertible {
    /// A short name of the source, such as `API default`.
    public var description: String {
        switch self {
        case .baseURL: "base URL"
        case .path: "path"
        case .template(let name): "template of \(name)"
        case .endpoint(let name): "endpoint \(name)"
        case .properties(let names): (names.count == 1 ? "property " : "properties ") + names.joined(separator: ", ")
        case .input: "input"
        case .apiDefault: "API default"
        case .chain: "chain"
        case .body: "body"
        case .decoder: "decoder"
        case .credentials: "credentials"
        case .hook: "hook"
        case .transport: "transport"
        case .standard: "default"
        }
    }
}
