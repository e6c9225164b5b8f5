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
    @usableFromInline var acceptableStatus = StatusSet.success
    @usableFromInline package var adapters: [@Sendable (inout OutgoingRequest) throws -> Void] = []
    /// The rare parts, in an array of at most one element: it changes in place while it has only one owner.
    @usableFromInline var extras: [RequestExtras] = []
    /// The path of the endpoint, as it is declared.
    @usableFromInline package var endpointPath: String?

    @usableFromInline
    package init(endpoint: URLPath, method: HTTPMethod) {
        target = RequestTarget(endpoint)
        self.method = method
    }
}

/// The parts that only few requests have, behind one reference that costs nothing if there are none.
@usableFromInline
struct RequestExtras: Sendable {
    var validators: [@Sendable (ResponseHead, Data) throws -> Void] = []
    var cookies = GrowingList<RequestCookie>()
    /// The reason why the request can't be made.
    var problem: TransportError?
}

extension RequestStorage {
    /// The cookies, which are sent in one field.
    var cookies: [RequestCookie] { extras.first?.cookies.elements ?? [] }

    @usableFromInline
    mutating func add(validator: @escaping @Sendable (ResponseHead, Data) throws -> Void) {
        makeExtras()
        extras[0].validators.append(validator)
    }

    @usableFromInline
    mutating func removeCookies(_ name: String) {
        guard extras.first?.cookies.contains(where: { $0.name == name }) == true else { return }
        extras[0].cookies.change { $0.removeAll { $0.name == name } }
    }

    @usableFromInline
    package mutating func add(cookies newCookies: some Sequence<RequestCookie>) {
        makeExtras()
        for cookie in newCookies { extras[0].cookies.append(cookie) }
    }

    /// Makes resolving the request fail with an error; the first error counts.
    package mutating func fail(_ problem: TransportError) {
        makeExtras()
        if extras[0].problem == nil { extras[0].problem = problem }
    }

    private mutating func makeExtras() {
        if extras.isEmpty { extras = [RequestExtras()] }
    }
}
