public import Foundation

extension RequestProviding {
    /// Makes a GET request with a decoder for its response.
    ///
    /// ```swift
    /// // GET /users/1
    /// // Accept: application/json
    /// api.get(.json(User.self), from: "/users/1")
    /// ```
    @inlinable
    public func get<Resource>(
        _ decoder: ResponseDecoder<Resource>, from endpoint: URLPath
    ) -> Request<Self, Resource> {
        request(to: endpoint, using: .get).receiving(decoder)
    }

    /// Makes a GET request whose response is not decoded, for a download or if only the status matters.
    ///
    /// ```swift
    /// let head = try await session.download(api.get(from: "/big.iso"), to: fileURL)
    /// ```
    @inlinable
    public func get(from endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .get)
    }

    /// Makes a POST request with a body; its response is ignored unless ``Request/receiving(_:)`` sets a decoder.
    ///
    /// ```swift
    /// // POST /users
    /// // Content-Type: application/json
    /// api.post(.json(user), to: "/users")
    /// ```
    @inlinable
    public func post(_ body: BodyProvider = .none, to endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .post).sending(body)
    }

    /// Makes a POST request with bytes as its body, as `application/octet-stream` unless a Content-Type is set.
    @inlinable
    public func post(_ data: Data, to endpoint: URLPath) -> Request<Self, Void> {
        post(.data(data), to: endpoint)
    }

    /// Makes a PUT request with a body; its response is ignored unless ``Request/receiving(_:)`` sets a decoder.
    @inlinable
    public func put(_ body: BodyProvider = .none, to endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .put).sending(body)
    }

    /// Makes a PUT request with bytes as its body, as `application/octet-stream` unless a Content-Type is set.
    @inlinable
    public func put(_ data: Data, to endpoint: URLPath) -> Request<Self, Void> {
        put(.data(data), to: endpoint)
    }

    /// Makes a PATCH request with a body; its response is ignored unless ``Request/receiving(_:)`` sets a decoder.
    ///
    /// ```swift
    /// // PATCH /users/1
    /// // Content-Type: application/json
    /// api.patch(.json(["name": "Ada"]), to: "/users/1")
    /// ```
    @inlinable
    public func patch(_ body: BodyProvider, to endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .patch).sending(body)
    }

    /// Makes a PATCH request with bytes as its body, as `application/octet-stream` unless a Content-Type is set.
    @inlinable
    public func patch(_ data: Data, to endpoint: URLPath) -> Request<Self, Void> {
        patch(.data(data), to: endpoint)
    }

    /// Makes a DELETE request; its response is ignored unless ``Request/receiving(_:)`` sets a decoder.
    @inlinable
    public func delete(_ endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .delete)
    }

    /// Makes an OPTIONS request, whose response lists the allowed methods in its `Allow` field (RFC 9110, section 9.3.7).
    @inlinable
    public func options(_ endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .options)
    }

    /// Makes a HEAD request, whose response has no body: see ``Transport/response(for:)``.
    @inlinable
    public func head(_ endpoint: URLPath) -> Request<Self, Void> {
        request(to: endpoint, using: .head)
    }
}
