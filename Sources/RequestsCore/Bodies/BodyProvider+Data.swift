public import Foundation

extension BodyProvider {
    /// Makes a body from bytes, which are sent unchanged.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: The media type of the bytes. By default it is `application/octet-stream`.
    /// - Returns: The provider of the body.
    public static func data(_ data: Data, contentType: MediaType = .octetStream) -> BodyProvider {
        BodyProvider { header, _ in
            header.append(.contentType(contentType))
            return .data(data)
        }
    }
}
