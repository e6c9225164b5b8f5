public import Foundation

extension BodyProvider {
    /// Makes a body from a string, with the media type `text/plain` and a charset.
    ///
    /// - Parameters:
    ///   - text: The string. If the encoding lacks one of its characters, resolving the request throws
    ///     ``RequestErrorCode/bodyEncodingFailed``.
    ///   - encoding: The encoding: UTF-8 by default. If the system doesn't support it, resolving the request throws the same
    ///     error. An encoding without a registered name is sent without a charset.
    /// - Returns: The provider of the body.
    public static func text(_ text: String, encoding: String.Encoding = .utf8) -> BodyProvider {
        BodyProvider { header, _ in
            let charset = Charset(encoding)
            let name = charset?.name ?? "\(encoding)"
            // If an unavailable encoding lacks a character, Foundation on Linux may end the process.
            guard encoding == .utf8 || String.availableStringEncodings.contains(encoding) else {
                throw TransportError(
                    code: .bodyEncodingFailed, message: "the text can't be encoded: this system doesn't support \(name)"
                )
            }
            guard let data = text.data(using: charset?.encoding ?? encoding) else {
                throw TransportError(
                    code: .bodyEncodingFailed, message: "the text contains a character that \(name) doesn't support"
                )
            }
            let type = charset.map { MediaType.plainText.with(parameter: "charset", $0.name) } ?? .plainText
            header.append(.contentType(type))
            return .data(data)
        }
    }
}
