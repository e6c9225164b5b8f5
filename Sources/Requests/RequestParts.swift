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

    init(validators: [@Sendable (ResponseHead, Data) throws -> Void], cookies: [RequestCookie]) {
        self.validators = validators
        self.cookies = cookies
    }
}

extension RequestParts {
    /// The cookies, which make one field.
    var cookies: [RequestCookie] { extras?.cookies ?? [] }

    @usableFromInline
    mutating func add(validator: @escaping @Sendable (ResponseHead, Data) throws -> Void) {
        extras = RequestExtras(validators: (extras?.validators ?? []) + [validator], cookies: cookies)
    }

    @usableFromInline
    mutating func removeCookies(_ name: String) {
        guard cookies.contains(where: { $0.name == name }) else { return }
        extras = RequestExtras(validators: extras?.validators ?? [], cookies: cookies.filter { $0.name != name })
    }

    @usableFromInline
    mutating func add(cookies newCookies: some Sequence<RequestCookie>) {
        extras = RequestExtras(validators: extras?.validators ?? [], cookies: cookies + newCookies)
    }
}
