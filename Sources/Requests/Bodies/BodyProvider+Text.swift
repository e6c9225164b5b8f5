public import Foundation

extension BodyProvider {
    /// A text, with the media type `text/plain` and its charset.
    ///
    /// - Parameters:
    ///   - text: The text. A character that the encoding does not have is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``).
    ///   - encoding: The encoding: UTF-8.
    /// - Returns: What makes the body.
    public static func text(_ text: String, encoding: String.Encoding = .utf8) -> BodyProvider {
        BodyProvider { header, _ in
            let charset = Charset(encoding)
            guard let data = text.data(using: encoding) else {
                throw RequestError<Never>(
                    code: .bodyEncodingFailed,
                    message: "the text has a character that \(charset?.name ?? "the encoding") does not have"
                )
            }
            let type = charset.map { MediaType.plainText.with(parameter: "charset", $0.name) } ?? .plainText
            header.append(.contentType(type))
            return .data(data)
        }
    }
}
