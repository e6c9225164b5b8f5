public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Request {
    /// Sets the body. Any previous body is discarded.
    public consuming func sending(_ body: BodyProvider) -> Self {
        changing { $0.bodyProvider = body }
    }

    /// Allows a body where the method gives it no meaning, as some search APIs want with GET (RFC 9110, section 9.3.1).
    ///
    /// URLSession on Linux does not send a GET with a body.
    public consuming func allowingBody() -> Self {
        changing { $0.options.allowsBody = true }
    }

    /// Sets the credentials. Any previous credentials are discarded, and so is a field that they set.
    public consuming func authenticated(with provider: AuthenticationProvider) -> Self {
        changing { $0.authenticationProvider = provider }
    }

    /// Sets how long to wait, in seconds, while nothing comes: 60 by default, `.infinity` for ever.
    ///
    /// Zero, less, and what is not a number are errors when the request is resolved (``RequestErrorCode/invalidTimeout``).
    public consuming func timeout(after seconds: TimeInterval) -> Self {
        changing { $0.timeoutInterval = seconds }
    }

    /// Sets how a cache may answer.
    public consuming func with(cachePolicy: URLRequest.CachePolicy) -> Self {
        changing { $0.cachePolicy = cachePolicy }
    }

    /// Sets an option, which travels along for transports and what surrounds them.
    public consuming func setting<Value>(
        _ option: WritableKeyPath<RequestOptions, Value>, _ value: Value
    ) -> Self {
        changing { $0.options[keyPath: option] = value }
    }
}
