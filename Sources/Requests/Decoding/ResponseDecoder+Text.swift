public import Foundation

extension ResponseDecoder where Resource == String {
    /// Text in the charset that the answer's Content-Type names, UTF-8 where it names none; an empty body is an empty text.
    public static var text: Self { text() }

    /// Text in an encoding.
    ///
    /// - Parameter encoding: The encoding. By default the charset that the answer's Content-Type names, UTF-8 where it names
    ///   none. Bytes that are no text in it are ``RequestErrorCode/decodingFailed``.
    public static func text(encoding: String.Encoding? = nil) -> Self {
        ResponseDecoder { head, data, _ in
            let charset = try encoding.map { ($0, Charset($0)?.name ?? "the given encoding") } ?? Charset.named(by: head)
            let text = charset.0 == .utf8
                ? String(validating: data, as: UTF8.self) : String(data: data, encoding: charset.0)
            guard let text else {
                throw RequestError<Never>(code: .decodingFailed, message: "the body is not text in \(charset.1)")
            }
            return text
        }
    }
}

extension Charset {
    fileprivate static func named(by head: ResponseHead) throws -> (String.Encoding, String) {
        guard let name = head.contentType?.parameter("charset") else { return (.utf8, "utf-8") }
        guard let charset = Charset(named: name) else {
            throw RequestError<Never>(
                code: .decodingFailed,
                message: "the answer's charset \(name.escapedForDisplay) is not known; give one with .text(encoding:)"
            )
        }
        return (charset.encoding, charset.name)
    }
}
