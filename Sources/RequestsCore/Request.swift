public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An immutable request to an API, with the decoder of its response; its methods return changed copies.
///
/// ```swift
/// let request = GitHub.live.post(.json(NewIssue(title: "Broken")), to: "/repos/\(owner)/\(repo)/issues")
///     .adding(query: "notify", true)
///     .authenticated(with: .bearerToken(token))
///     .receiving(.json(Issue.self))
/// ```
///
/// Building a request never throws. ``Transport/perform(_:)`` resolves the request, and throws an error if it can't be sent.
public struct Request<API: RequestProviding, Resource: Sendable>: RequestConvertible {
    /// The type that error bodies are decoded as, which is the API's failure type.
    public typealias Failure = API.Failure

    /// The API.
    public let api: API

    /// The decoder of the response.
    public let responseDecoder: ResponseDecoder<Resource>

    /// The parts that do not depend on the type parameters.
    @usableFromInline
    var shared: Box<RequestStorage>

    // Chains are inlined into their caller, which knows all types. Otherwise each step would cost as much as making the URL.
    @inlinable
    init(api: API, responseDecoder: ResponseDecoder<Resource>, shared: consuming Box<RequestStorage>) {
        self.api = api
        self.responseDecoder = responseDecoder
        self.shared = shared
    }

    @inlinable
    package var parts: RequestStorage {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }
}

extension Request where Resource == Void {
    /// Makes a request with only an endpoint and a method; its response is ignored.
    @inlinable
    public init(api: API, endpoint: URLPath, method: HTTPMethod) {
        self.init(api: api, responseDecoder: .none, shared: Box(endpoint: endpoint, method: method))
    }
}

extension Request {
    /// The base URL of the API.
    public var baseURL: URL { api.baseURL }

    /// The styles for writing and reading values, by default those of the API.
    public var coding: Coding { parts.coding ?? api.coding }

    /// The path and the query below the base URL.
    public var endpoint: URLPath { parts.target.endpoint }

    /// The method.
    public var method: HTTPMethod { parts.method }

    /// The header fields, without those that the body, the decoder and the credentials add.
    public var header: HeaderFields {
        var header = parts.header
        let names = parts.options.sensitiveNames
        if !names.isEmpty { header.markSensitive(named: names) }
        return header
    }

    /// The query items, without those in the base URL and the endpoint, and without the credentials.
    public var queryItems: [QueryItem] { parts.target.items }

    /// The provider of the body.
    public var bodyProvider: BodyProvider { parts.bodyProvider }

    /// The provider of the credentials.
    public var authenticationProvider: AuthenticationProvider { parts.authenticationProvider }

    /// The idle timeout in seconds: the longest time without data.
    public var timeoutInterval: TimeInterval { parts.timeoutInterval }

    /// The cache policy.
    public var cachePolicy: URLRequest.CachePolicy { parts.cachePolicy }

    /// The statuses that count as success.
    public var acceptableStatus: StatusSet { parts.acceptableStatus }

    /// The options, which are passed to transports and their decorators.
    public var options: RequestOptions { parts.options }

    /// The cookies, which are sent in one Cookie field.
    public var cookies: [WebCookie] { parts.cookies }

    /// The API's decoder of error bodies.
    public var failureDecoder: ResponseDecoder<Failure> { api.failureDecoder }

    /// The envelope around the API's responses.
    public var envelope: Envelope { api.envelope }

    /// Returns the API's replacement for an error.
    public func replacement(for error: RequestError<Failure>) -> RequestError<Failure> {
        api.replacement(for: error)
    }

    /// Runs the checks of ``validating(_:)``, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - data: The body of the response.
    /// - Throws: The error of a check.
    public func validate(_ head: ResponseHead, _ data: Data) throws {
        for validator in parts.validators { try validator(head, data) }
    }

    /// Runs the hooks of ``adapting(_:)``, in the order in which they were added.
    ///
    /// - Parameter request: The message.
    /// - Throws: The error of a hook.
    public func adapt(_ request: inout OutgoingRequest) throws {
        for adapter in parts.adapters { try adapter(&request) }
    }

    /// Makes and checks the message.
    ///
    /// - Returns: The message, which is always the same for the same request.
    /// - Throws: A ``RequestError`` if the request can't be sent.
    @inlinable
    public func resolve() throws(RequestError<Failure>) -> OutgoingRequest {
        do throws(TransportError) {
            return try shared.outgoingRequest(
                api: API.self, baseURL: api.baseURL, coding: coding, accept: responseDecoder.accept,
                extras: responseDecoder.extras
            )
        } catch {
            throw error.with()
        }
    }
}

extension Request: RedactedDescription {
    /// The method and the URL on one line, without sensitive values; neither the body nor the credentials are resolved.
    public var description: String {
        let names = parts.options.sensitiveNames
        do {
            let target = try JoinedURL(
                baseURL: api.baseURL, target: parts.target, coding: coding, options: parts.options
            )
            return "\(parts.method) \(Redaction.url(target.text, hiding: target.secrets, names: names))"
        } catch {
            return "\(parts.method) \(endpoint.text(secretNames: names)) (\(error.code): \(error.message))"
        }
    }

    /// The mirror for `dump`, without sensitive values.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "header": header, "body": bodyProvider,
                "authentication": authenticationProvider, "timeoutInterval": timeoutInterval,
            ],
            displayStyle: .struct
        )
    }
}

extension Request {
    /// Replaces the method.
    @inlinable
    public consuming func using(method: HTTPMethod) -> Self {
        parts.method = method
        return self
    }

    /// Sets the decoder of the response, which also determines the type of the resource.
    ///
    /// Everything else is unchanged, including the credentials.
    ///
    /// ```swift
    /// api.post(.json(note), to: "/notes").receiving(.json(Note.self))
    /// ```
    @inlinable
    public consuming func receiving<NewResource>(
        _ decoder: ResponseDecoder<NewResource>
    ) -> Request<API, NewResource> {
        Request<API, NewResource>(api: api, responseDecoder: decoder, shared: shared)
    }

    /// Sets the statuses that count as success.
    @inlinable
    public consuming func accepting(_ status: StatusSet) -> Self {
        parts.acceptableStatus = status
        return self
    }

    /// Adds a hook that changes the message after its body and credentials are added, for example to sign it.
    ///
    /// ```swift
    /// request.adapting { message in
    ///     message.header["X-Signature"] = try signature(of: message)
    /// }
    /// ```
    ///
    /// Hooks run in the order in which they were added. The changed message is checked again.
    ///
    /// - Parameter adapter: Changes the message. An error that it throws becomes the underlying error of
    ///   ``RequestErrorCode/adaptationFailed``; a ``TransportError`` keeps its code.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adapting(_ adapter: @escaping @Sendable (inout OutgoingRequest) throws -> Void) -> Self {
        parts.adapters.append(adapter)
        return self
    }
}
