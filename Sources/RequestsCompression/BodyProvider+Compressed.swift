#if Compression
import Foundation
public import RequestsCore

extension BodyProvider {
    /// Compresses the body, and adds the coding to the Content-Encoding field.
    ///
    /// ```swift
    /// // POST /logs
    /// // Content-Type: application/json
    /// // Content-Encoding: gzip
    /// api.post(.json(entries).compressed(), to: "/logs")
    /// api.put(.file(log).compressed(.deflate), to: "/logs/7")
    /// ```
    ///
    /// A body in memory is compressed when the request is resolved, so its length is known. A file, a stream, a
    /// sequence, or a form with one of these is compressed while it is sent, in chunks. If the request is sent again,
    /// the body is read and compressed again. The same content always results in the same bytes.
    ///
    /// If the request already has a Content-Encoding field without this coding, resolving the request throws
    /// ``RequestErrorCode/bodyEncodingFailed``.
    ///
    /// - Parameter coding: The coding, which the server must accept.
    /// - Returns: The provider of the compressed body; without a body to compress, it provides no body.
    public func compressed(_ coding: ContentCoding = .gzip) -> BodyProvider {
        changing { body, header in
            let codings = header[values: .contentEncoding] + [coding.rawValue]
            header[.contentEncoding] = codings.joined(separator: ", ")
            return try body.compressed(coding)
        }
    }
}

extension RequestBody {
    fileprivate func compressed(_ coding: ContentCoding) throws(TransportError) -> RequestBody {
        switch self {
        case .none: self
        case .data(let data): .data(try Deflater(coding).data(from: data, isLast: true))
        case .file, .stream:
            .stream(length: nil) { try SourceStream.make(DeflatedBody(self, coding)) }
        case .chunks(_, let isRepeatable, _):
            .chunks(length: nil, isRepeatable: isRepeatable) {
                MessageBody(DeflatedChunks(chunks: try BodyReader(self), coding: coding))
            }
        }
    }
}
#endif
