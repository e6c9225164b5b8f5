public import Foundation

extension URL {
    /// Makes the URL of a server on a Unix socket, such as Docker: `http+unix://%2Fvar%2Frun%2Fdocker.sock/v1.43`.
    ///
    /// ```swift
    /// struct Docker: RequestProviding {
    ///     let baseURL = URL(unixSocket: "/var/run/docker.sock", path: "/v1.43")
    /// }
    ///
    /// let info = try await HTTPClient.requests.perform(Docker().get(.json(JSONValue.self), from: "/info"))
    /// ```
    ///
    /// Only `HTTPClient` from `RequestsAsyncHTTPClient` connects to a socket. For an invalid socket path,
    /// ``RequestConvertible/resolve()`` throws ``RequestErrorCode/invalidBaseURL``. See <doc:UsingAsyncHTTPClient>.
    ///
    /// - Parameters:
    ///   - socket: The path of the socket in the file system: from 1 to 103 bytes, without a NUL.
    ///   - path: The path of the URL. Characters that are illegal in URLs are percent-encoded.
    public init(unixSocket socket: String, path: String = "") {
        var bytes = Array("http+unix://".utf8)
        PercentEncoding.append(socket, to: &bytes)
        if !path.isEmpty, !path.hasPrefix("/") { bytes.append(UInt8(ascii: "/")) }
        for (index, byte) in zip(path.utf8.indices, path.utf8) {
            if ByteSet.query.contains(byte) || PercentEncoding.escapedByte(path.utf8[index...]) != nil {
                bytes.append(byte)
            } else {
                bytes.append(upTo: 3) { $0.write(escaped: byte) }
            }
        }
        // All bytes are legal, so this never fails.
        self = URL(string: String(decoding: bytes, as: UTF8.self)) ?? URL(filePath: socket)
    }
}
