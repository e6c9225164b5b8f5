public import Foundation

extension BodyProvider {
    /// Makes a body of a text, with the media type `text/plain` and its charset.
    ///
    /// - Parameters:
    ///   - text: The text. A character that the encoding does not contain is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``).
    ///   - encoding: The encoding. By default it is UTF-8. An encoding that the system does not know is an error, too. An encoding without
    ///     a name on the wire is sent without a charset.
    /// - Returns: The provider of the body.
    public static func text(_ text: String, encoding: String.Encoding = .utf8) -> BodyProvider {
        BodyProvider { header, _ in
            let charset = Charset(encoding)
            let name = charset?.name ?? "\(encoding)"
            // Foundation on Linux ends the process over a character that some of the other encodings do not contain.
            guard encoding == .utf8 || String.availableStringEncodings.contains(encoding) else {
                throw TransportError(
                    code: .bodyEncodingFailed, message: "the text can't be encoded: this system does not know \(name)"
                )
            }
            guard let data = text.data(using: encoding) else {
                throw TransportError(
                    code: .bodyEncodingFailed, message: "the text has a character that \(name) does not have"
                )
            }
            let type = charset.map { MediaType.plainText.with(parameter: "charset", $0.name) } ?? .plainText
            header.append(.contentType(type))
            return .data(data)
        }
    }
}
