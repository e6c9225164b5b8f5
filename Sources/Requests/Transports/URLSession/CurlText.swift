#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// What libcurl says of a failure that Foundation has no code of its own for, or a misleading one.
enum CurlText {
    static func meaning(of error: URLError) -> (RequestErrorCode, String)? {
        switch error.code {
        case .unknown, .badServerResponse, .unsupportedURL: break
        default: return nil
        }
        let text = error.localizedDescription
        if interruptions.contains(where: text.hasPrefix) {
            return (.connectionLost, "the connection ended before the answer did: \(text)")
        }
        if violations.contains(where: text.hasPrefix) {
            return (.malformedResponse, "the answer is not valid HTTP: \(text)")
        }
        if text.contains("SSL_connect") {
            return (.secureConnectionFailed, "a secure connection could not be made: \(text)")
        }
        return nil
    }

    private static let interruptions = [
        "transfer closed", "Empty reply", "Recv failure: Connection reset", "Send failure",
    ]

    /// "Failed writing header" is what Foundation could not read, "Out of memory" a field above libcurl's limit.
    private static let violations = [
        "Error while processing content unencoding", "Failed reading the chunked", "Failed writing header",
        "Header without colon", "Illegal or missing hexadecimal", "Invalid Content-Length", "Invalid status line",
        "Malformed encoding", "Maximum file size exceeded", "Nul byte in header", "Out of memory", "Received HTTP/0.9",
        "Too large response headers", "Too long hexadecimal", "Unrecognized content encoding", "Unsupported HTTP",
        "Unsupported response code", "Weird server reply",
    ]
}
#endif
