#if canImport(FoundationNetworking)
package import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension RequestConvertible {
    /// Makes and checks the message.
    public func resolve() throws(RequestError<Failure>) -> OutgoingRequest {
        do {
            let decoder = responseDecoder
            return try Resolution.outgoingRequest(
                api: Self.self,
                baseURL: baseURL,
                coding: coding,
                accept: decoder.accept,
                extras: decoder.extras,
                parts: RequestStorage(of: self, to: endpoint, using: method),
                allowingBodyBy: OutgoingRequest.optionForBodies
            )
        } catch {
            throw error.with()
        }
    }

    /// Makes a `URLRequest` from the message, for a client that accepts nothing else.
    ///
    /// - Throws: The errors of ``resolve()`` and ``OutgoingRequest/toURLRequest()``.
    @inlinable
    public func toURLRequest() throws(RequestError<Failure>) -> URLRequest {
        let message = try resolve()
        do {
            return try message.toURLRequest()
        } catch {
            throw error.with(request: message)
        }
    }
}

/// Turns the parts of a request into a message.
///
/// All checks are made here, so that building a request never throws.
package enum Resolution {
    /// Makes and checks a message.
    ///
    /// If the function were inlined, its callers would copy all parts.
    @inline(never)
    package static func outgoingRequest(
        api: Any.Type, baseURL: URL, coding: Coding, accept: MediaType?, extras: DecoderExtras?,
        parts: borrowing RequestStorage, allowingBodyBy remedy: String = OutgoingRequest.modifierForBodies
    ) throws(TransportError) -> OutgoingRequest {
        do throws(TransportError) {
            return try message(api, baseURL, coding, accept, extras, parts, allowingBodyBy: remedy)
        } catch {
            let names = parts.options.sensitiveNames
            let endpoint = parts.target.endpoint.text(secretNames: names)
            // The query and fragment of an invalid base URL may contain anything, such as a secret.
            let server = Redaction.url(String(baseURL.absoluteString.prefix { $0 != "?" && $0 != "#" }), hiding: [])
            throw error.with(unsent: "\(parts.method.rawValue.shownPlain) \(endpoint) at \(server)")
        }
    }

    /// Makes and checks a message; its errors don't contain the method and the URL yet.
    private static func message(
        _ api: Any.Type, _ baseURL: URL, _ coding: Coding, _ accept: MediaType?, _ extras: DecoderExtras?,
        _ parts: borrowing RequestStorage, allowingBodyBy remedy: String
    ) throws(TransportError) -> OutgoingRequest {
        if let problem = parts.problem { throw problem }
        let secretNames = parts.options.sensitiveNames
        let target =
            parts.target.styledValues.isEmpty
            ? try JoinedURL(baseURL: baseURL, target: parts.target, coding: coding, options: parts.options)
            : try styledURL(baseURL, parts, coding)
        var header = parts.header
        var cachePolicy = parts.cachePolicy
        if extras?.bypassesCaches == true { bypassCaches(&header, &cachePolicy) }
        let body = try parts.bodyProvider.body(addingTo: &header, coding: coding)
        if !header.contains(.accept), let field = Self.accept(accept, extras) { header.append(field) }
        if let field = parts.options.ownUserAgent, !header.contains(.userAgent) { header.append(field) }
        if !parts.cookies.isEmpty, !header.contains(.cookie) {
            header.append(try WebCookie.field(of: parts.cookies))
        }
        if !secretNames.isEmpty { header.markSensitive(named: secretNames) }
        // Do this before credentials and hooks, which may sign the header.
        header.trimReferer()
        var isAuthenticated = !parts.options.allowsOwnCredentials
        if !isAuthenticated { isAuthenticated = parts.authenticationProvider.authenticate(&header) }
        // This is a constant, because the compiler would copy a variable in order to return it.
        let request = OutgoingRequest(
            method: parts.method, urlText: target.text, header: header, body: body,
            timeoutInterval: parts.timeoutInterval, cachePolicy: cachePolicy, options: parts.options,
            context: ExchangeContext(
                api: api, endpointPath: parts.endpointPath, urlSecrets: target.secrets, checked: .message)
        )
        if isAuthenticated, parts.adapters.isEmpty {
            try request.validateAllButURL(allowingBodyBy: remedy)
            return request
        }
        return try changed(request, by: parts, isAuthenticated: isAuthenticated, allowingBodyBy: remedy)
    }

    // If this function were inlined, its caller would contain the code of `JoinedURL` twice.
    @inline(never)
    private static func styledURL(
        _ baseURL: URL, _ parts: borrowing RequestStorage, _ coding: Coding
    ) throws(TransportError) -> JoinedURL {
        try JoinedURL(
            baseURL: baseURL, target: parts.target.written(by: coding), coding: coding, options: parts.options)
    }

    /// Adds the credentials that need the whole message, runs the hooks, and checks the message.
    private static func changed(
        _ request: OutgoingRequest, by parts: borrowing RequestStorage, isAuthenticated: Bool,
        allowingBodyBy remedy: String
    ) throws(TransportError) -> OutgoingRequest {
        var request = request
        let isCustom = isAuthenticated ? false : try parts.authenticationProvider.authenticate(&request)
        if !isCustom, parts.adapters.isEmpty {
            try request.validateAllButURL(allowingBodyBy: remedy)
        } else {
            for adapter in parts.adapters { try run(adapter, on: &request) }
            request.protectHeader()
            // A hook or an authentication provider may have changed anything.
            try request.validate(allowingBodyBy: remedy)
        }
        request.context.checked = .message
        return request
    }

    /// Returns the Accept field for the media types of the decoder.
    private static func accept(_ type: MediaType?, _ extras: DecoderExtras?) -> HeaderField? {
        guard let type else { return nil }
        guard let others = extras?.alternatives, !others.isEmpty else { return HeaderField(.accept, type.rawValue) }
        return .accept(inOrder: [type] + others)
    }

    /// Prevents caches from responding, unless the request sets Cache-Control or a cache policy.
    private static func bypassCaches(_ header: inout HeaderFields, _ cachePolicy: inout URLRequest.CachePolicy) {
        if !header.contains(.cacheControl) { header.append(HeaderField(.cacheControl, "no-store")) }
        if cachePolicy == .useProtocolCachePolicy { cachePolicy = .reloadIgnoringLocalCacheData }
    }

    private static func run(
        _ adapter: (inout OutgoingRequest) throws -> Void, on request: inout OutgoingRequest
    ) throws(TransportError) {
        do {
            try adapter(&request)
        } catch let error as TransportError {
            throw error
        } catch {
            throw RequestError(
                code: .adaptationFailed,
                message: "the request could not be adapted: \(ErrorText.developerText(of: error))",
                underlyingError: error,
                request: request
            )
        }
    }
}
