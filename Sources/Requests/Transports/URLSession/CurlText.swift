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
        return nil
    }

    private static let interruptions = ["transfer closed", "Empty reply"]

    private static let violations = [
        "Error while processing content unencoding", "Header without colon", "Illegal or missing hexadecimal",
        "Invalid Content-Length", "Invalid status line", "Malformed encoding", "Maximum file size exceeded",
        "Received HTTP/0.9", "Unrecognized content encoding", "Unsupported HTTP", "Weird server reply",
    ]
}
#endif
