public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The parts of a request that do not depend on its types.
@usableFromInline
package struct RequestStorage: Sendable {
    @usableFromInline package var target: RequestTarget
    @usableFromInline var method: HTTPMethod
    @usableFromInline package var header = HeaderFields()
    @usableFromInline package var bodyProvider = BodyProvider.none
    @usableFromInline package var authenticationProvider = AuthenticationProvider.none
    @usableFromInline package var timeoutInterval: TimeInterval = 60
    @usableFromInline package var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    @usableFromInline package var options = RequestOptions()
    /// The styles for values; `nil` for the API's styles.
    @usableFromInline var coding: Coding?
    @usableFromInline var acceptableStatus = StatusSet.success
    @usableFromInline package var adapters: [@Sendable (inout OutgoingRequest) throws -> Void] = []
    @usableFromInline var validators: [@Sendable (ResponseHead, Data) throws -> Void] = []
    /// The cookies, which are sent in one Cookie field.
    @usableFromInline package var cookies: [WebCookie] = []
    /// The first error that prevents the request from being resolved.
    private(set) var problem: TransportError?
    /// The path of the endpoint as declared.
    @usableFromInline package var endpointPath: String?

    @usableFromInline
    package init(endpoint: URLPath, method: HTTPMethod) {
        target = RequestTarget(endpoint)
        self.method = method
    }

    /// Copies the parts of any request, except its endpoint and its method.
    package init<R: RequestConvertible>(of request: R, to endpoint: URLPath, using method: HTTPMethod) {
        self.init(endpoint: endpoint, method: method)
        header = request.header
        for item in request.queryItems { target.append(item) }
        bodyProvider = request.bodyProvider
        authenticationProvider = request.authenticationProvider
        timeoutInterval = request.timeoutInterval
        cachePolicy = request.cachePolicy
        options = request.options
        cookies = request.cookies
        adapters = [{ try request.adapt(&$0) }]
    }
}

extension RequestStorage {
    /// Makes the resolution throw an error; only the first error is stored.
    package mutating func fail(_ problem: TransportError) {
        if self.problem == nil { self.problem = problem }
    }
}

extension Box<RequestStorage> {
    @usableFromInline
    init(endpoint: URLPath, method: HTTPMethod) {
        self.init(RequestStorage(endpoint: endpoint, method: method))
    }

    /// Makes the message.
    ///
    /// The function isn't inlined, so that the parts are read in place.
    @usableFromInline
    func outgoingRequest(
        api: Any.Type, baseURL: URL, coding: Coding, accept: MediaType?, extras: DecoderExtras?
    ) throws(TransportError) -> OutgoingRequest {
        try Resolution.outgoingRequest(
            api: api, baseURL: baseURL, coding: coding, accept: accept, extras: extras, parts: storage[0]
        )
    }
}
