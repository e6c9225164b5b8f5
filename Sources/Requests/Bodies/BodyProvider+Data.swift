public import Foundation

extension BodyProvider {
    /// Bytes, sent as they are.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: Their media type: `application/octet-stream`, unless you know better.
    /// - Returns: What makes the body.
    public static func data(_ data: Data, contentType: MediaType = .octetStream) -> BodyProvider {
        BodyProvider { header, _ in
            header.append(.contentType(contentType))
            return .data(data)
        }
    }
}
