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
    @usableFromInline var validators: [@Sendable (ResponseHead, Data) throws -> Void] = []
    @usableFromInline var cookies: [RequestCookie] = []

    @usableFromInline
    init(endpoint: URLPath, method: HTTPMethod) {
        self.endpoint = endpoint
        self.method = method
    }
}
