extension OutgoingRequest {
    /// The path of the Unix socket in the URL; `nil` for any other URL.
    package var unixSocket: String? { UnixSocketURL.socket(of: urlText) }
}

extension TransportError {
    /// Returns the error of a transport that can't connect to Unix sockets.
    static func unreachable(_ socket: String) -> TransportError {
        TransportError(
            code: .invalidURL,
            message:
                "URLSession and URLRequest can't send to the Unix socket \(socket.escapedForDisplay): send the request "
                + "with HTTPClient and the module RequestsAsyncHTTPClient"
        )
    }
}
