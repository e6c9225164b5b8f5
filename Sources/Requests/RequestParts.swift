public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// All of a request but its types.
@usableFromInline
struct RequestParts: Sendable {
    @usableFromInline var endpoint: URLPath
    @usableFromInline var method: HTTPMethod
    @usableFromInline var header = HeaderFields()
    @usableFromInline var query = QueryList()
    @usableFromInline var bodyProvider = BodyProvider.none
    @usableFromInline var authenticationProvider = AuthenticationProvider.none
    @usableFromInline var timeoutInterval: TimeInterval = 60
    @usableFromInline var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    @usableFromInline var options = RequestOptions()
    @usableFromInline var acceptableStatus = AcceptableStatus.success
    @usableFromInline var adapters: [@Sendable (inout OutgoingRequest) throws -> Void] = []
    @usableFromInline var extras: RequestExtras?
    /// The path of the endpoint, as it is declared.
    @usableFromInline var endpointPath: String?

    @usableFromInline
    init(endpoint: URLPath, method: HTTPMethod) {
        self.endpoint = endpoint
        self.method = method
    }
}

/// What only few requests have, behind one reference that costs nothing where there is none.
@usableFromInline
final class RequestExtras: Sendable {
    let validators: [@Sendable (ResponseHead, Data) throws -> Void]
    let cookies: [RequestCookie]
    /// Why the request can't be made.
    let problem: RequestError<Never>?

    init(
        validators: [@Sendable (ResponseHead, Data) throws -> Void], cookies: [RequestCookie],
        problem: RequestError<Never>?
    ) {
        self.validators = validators
        self.cookies = cookies
        self.problem = problem
    }
}

extension RequestParts {
    /// The cookies, which make one field.
    var cookies: [RequestCookie] { extras?.cookies ?? [] }

    @usableFromInline
    mutating func add(validator: @escaping @Sendable (ResponseHead, Data) throws -> Void) {
        setExtras(validators: (extras?.validators ?? []) + [validator])
    }

    @usableFromInline
    mutating func removeCookies(_ name: String) {
        guard cookies.contains(where: { $0.name == name }) else { return }
        setExtras(cookies: cookies.filter { $0.name != name })
    }

    @usableFromInline
    mutating func add(cookies newCookies: some Sequence<RequestCookie>) {
        let added = cookies + newCookies
        if !added.isEmpty { setExtras(cookies: added) }
    }

    /// Has the request end in an error when it is resolved; the first counts.
    mutating func fail(_ problem: RequestError<Never>) {
        setExtras(problem: extras?.problem ?? problem)
    }

    private mutating func setExtras(
        validators: [@Sendable (ResponseHead, Data) throws -> Void]? = nil, cookies: [RequestCookie]? = nil,
        problem: RequestError<Never>? = nil
    ) {
        extras = RequestExtras(
            validators: validators ?? extras?.validators ?? [], cookies: cookies ?? self.cookies,
            problem: problem ?? extras?.problem)
    }
}
