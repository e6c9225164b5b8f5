public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request to an API, and how its answer is decoded: an immutable value, changed by chained calls that each give a new one.
///
/// ```swift
/// let request = GitHub.live.post(.json(NewIssue(title: "Broken")), to: "/repos/\(owner)/\(repo)/issues")
///     .adding(query: "notify", true)
///     .authenticated(with: .bearerToken(token))
///     .receiving(.json(Issue.self))
/// ```
///
/// Building never throws: what can't be sent is an error when the request is resolved, which ``Transport/perform(_:)`` does.
public struct Request<API: RequestProviding, Resource: Sendable>: RequestConvertible {
    /// What the body of a failed answer is decoded as: the API's failure type.
    public typealias Failure = API.Failure

    /// The API.
    public let api: API

    /// Decodes the answer.
    public let responseDecoder: ResponseDecoder<Resource>

    /// All that does not depend on a type.
    @usableFromInline
    var shared: SharedParts

    // A chain is inlined into its caller, where all types are known: without that, each step costs as much as the URL.
    @inlinable
    init(api: API, responseDecoder: ResponseDecoder<Resource>, shared: consuming SharedParts) {
        self.api = api
        self.responseDecoder = responseDecoder
        self.shared = shared
    }

    @inlinable
    var parts: RequestParts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }
}

extension Request where Resource == Void {
    /// Makes a request with nothing but an endpoint and a method; its answer is ignored.
    @inlinable
    public init(api: API, endpoint: URLPath, method: HTTPMethod) {
        self.init(api: api, responseDecoder: .none, shared: SharedParts(endpoint: endpoint, method: method))
    }
}

extension Request {
    /// The base URL of the API.
    public var baseURL: URL { api.baseURL }

    /// How the API writes and reads values.
    public var coding: Coding { api.coding }

    /// Path and query below the base URL.
    public var endpoint: URLPath { parts.endpoint }

    /// The method.
    public var method: HTTPMethod { parts.method }

    /// The fields, without those that body, decoder and credentials add.
    public var header: HeaderFields { parts.header }

    /// The query items, without those of base URL, endpoint and credentials.
    public var queryItems: [QueryItem] { parts.query.items }

    /// Makes the body.
    public var bodyProvider: BodyProvider { parts.bodyProvider }

    /// Adds the credentials.
    public var authenticationProvider: AuthenticationProvider { parts.authenticationProvider }

    /// How long to wait, in seconds, while nothing comes.
    public var timeoutInterval: TimeInterval { parts.timeoutInterval }

    /// How a cache may answer.
    public var cachePolicy: URLRequest.CachePolicy { parts.cachePolicy }

    /// Which statuses are success.
    public var acceptableStatus: AcceptableStatus { parts.acceptableStatus }

    /// What travels along for transports and what surrounds them.
    public var options: RequestOptions { parts.options }

    /// The cookies, which make one field.
    public var cookies: [RequestCookie] { parts.cookies }

    /// Decodes the body of a failed answer, as the API says.
    public var failureDecoder: ResponseDecoder<Failure> { api.failureDecoder }

    /// What the API wraps its answers in.
    public var envelope: Envelope { api.envelope }

    /// The error to throw in the place of another, as the API says.
    public func replacement(for error: RequestError<Failure>) -> RequestError<Failure> {
        api.replacement(for: error)
    }

    /// Runs the checks of ``validating(_:)``, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - head: The head of the answer.
    ///   - data: Its body.
    /// - Throws: What a check throws.
    public func validate(_ head: ResponseHead, _ data: Data) throws {
        guard let extras = parts.extras.first else { return }
        for validator in extras.validators { try validator(head, data) }
    }

    /// Runs the hooks of ``adapting(_:)``, in the order in which they were added.
    ///
    /// - Parameter request: The message.
    /// - Throws: What a hook throws.
    public func adapt(_ request: inout OutgoingRequest) throws {
        for adapter in parts.adapters { try adapter(&request) }
    }

    /// Makes the message, and checks it.
    ///
    /// - Returns: The message; the same request gives the same one, every time.
    /// - Throws: A ``RequestError`` that says what can't be sent.
    @inlinable
    public func resolve() throws(RequestError<Failure>) -> OutgoingRequest {
        do throws(RequestError<Never>) {
            return try shared.outgoingRequest(
                api: API.self, baseURL: api.baseURL, coding: api.coding, accept: responseDecoder.accept,
                extras: responseDecoder.extras
            )
        } catch {
            throw error.with(unsent: shared.shown)
        }
    }

    /// Makes the message for a response that is read as a stream, and checks it.
    public func _resolve(
        asStreamOf type: MediaType?, bypassingCaches: Bool
    ) throws(RequestError<Failure>) -> OutgoingRequest {
        do throws(RequestError<Never>) {
            return try Resolution.outgoingRequest(
                api: API.self, baseURL: api.baseURL, coding: api.coding, accept: responseDecoder.accept,
                extras: responseDecoder.extras, parts: parts,
                reading: .stream(accept: type, bypassesCaches: bypassingCaches)
            )
        } catch {
            throw error.with(unsent: shared.shown)
        }
    }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and URL on one line, sensitive values hidden; neither body nor credentials are made.
    public var description: String {
        let names = parts.options.isSecret
        do {
            let target = try TargetURL(
                baseURL: api.baseURL, endpoint: parts.endpoint, query: parts.query, coding: api.coding,
                secretNames: names
            )
            return "\(parts.method) \(Redaction.url(target.text, hiding: target.secrets, names: names))"
        } catch {
            return "\(parts.method) \(parts.endpoint.text(secretNames: names)) (\(error.code): \(error.message))"
        }
    }

    /// The same text as `description`.
    public var debugDescription: String { description }

    /// What `dump` shows: nothing that is sensitive.
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
    /// Sets the method, whatever made the request.
    @inlinable
    public consuming func using(method: HTTPMethod) -> Self {
        parts.method = method
        return self
    }

    /// Sets how the answer is decoded, and so the type of the resource.
    ///
    /// Everything else stays, credentials included.
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

    /// Sets which statuses are success.
    @inlinable
    public consuming func accepting(_ status: AcceptableStatus) -> Self {
        parts.acceptableStatus = status
        return self
    }

    /// Adds a hook that changes the message last, after body and credentials, for signing and the like.
    ///
    /// ```swift
    /// request.adapting { message in
    ///     message.header["X-Signature"] = try signature(of: message)
    /// }
    /// ```
    ///
    /// Hooks run in the order in which they were added. What they leave is checked once more.
    ///
    /// - Parameter adapter: Changes the message. What it throws becomes the underlying error of
    ///   ``RequestErrorCode/adaptationFailed``.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adapting(_ adapter: @escaping @Sendable (inout OutgoingRequest) throws -> Void) -> Self {
        parts.adapters.append(adapter)
        return self
    }
}
