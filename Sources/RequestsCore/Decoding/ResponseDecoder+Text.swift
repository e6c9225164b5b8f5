public import Foundation

extension ResponseDecoder where Resource == String {
    /// A decoder of text in the charset of the response's Content-Type, or else UTF-8; an empty body is an empty string.
    public static var text: Self { text() }

    /// Decodes text in an encoding.
    ///
    /// A byte order mark at the start is not part of the text.
    ///
    /// - Parameter encoding: The encoding. By default it is the charset of the response's Content-Type, or else UTF-8.
    ///   Decoding throws ``RequestErrorCode/decodingFailed`` if the body is not valid in the encoding, or if this platform
    ///   can't read the charset.
    /// - Returns: The decoder. An empty body is an empty string.
    public static func text(encoding: String.Encoding? = nil) -> Self {
        ResponseDecoder { head, data, _ in
            let (encoding, name) =
                try encoding.map { (Charset($0)?.encoding ?? $0, Charset($0)?.name ?? "the given encoding") }
                ?? Charset.named(by: head)
            if let text = Charset.text(of: data, in: encoding) { return text }
            throw TransportError(
                code: .decodingFailed,
                message: Charset.canRead(encoding)
                    ? "the body isn't valid text in \(name): pass the body's encoding to .text(encoding:), or use .data"
                    : "this platform can't read text in \(name): use .data")
        }
    }
}

extension Charset {
    package static func text(of data: Data, in encoding: String.Encoding) -> String? {
        // Foundation ignores bytes after the last complete code unit.
        guard data.count % unitSize(of: encoding) == 0 else { return nil }
        let text = encoding == .utf8 ? String(utf8: data) : String(data: data, encoding: encoding)
        guard let text, text.unicodeScalars.first == "\u{FEFF}" else { return text }
        return String(text.unicodeScalars.dropFirst())
    }

    private static func unitSize(of encoding: String.Encoding) -> Int {
        switch encoding {
        case .utf16, .utf16BigEndian, .utf16LittleEndian: 2
        case .utf32, .utf32BigEndian, .utf32LittleEndian: 4
        default: 1
        }
    }

    fileprivate static func named(by head: ResponseHead) throws -> (String.Encoding, String) {
        guard let name = head.contentType?.charset else { return (.utf8, "utf-8") }
        guard let charset = Charset(named: name) else {
            throw TransportError(
                code: .decodingFailed,
                message: "this platform can't read the response's charset \(name.escapedForDisplay): "
                    + "pass a different encoding to .text(encoding:), or use .data")
        }
        return (charset.encoding, charset.name)
    }
}
