import Foundation
import Requests

/// Converts bodies to text in a file, and back.
enum ContentText {
    /// Returns the text of a body if it can be converted back to the same bytes; `nil` for a binary body.
    static func text(of data: Data, _ type: MediaType?) -> String? {
        guard let text = decoded(data, type), let encoded = encoded(text, type), encoded == data else { return nil }
        return text
    }

    /// Returns the characters of a body; `nil` if the body can't be decoded with its charset.
    private static func decoded(_ data: Data, _ type: MediaType?) -> String? {
        guard let encoding = encoding(of: type) else { return nil }
        return encoding == .utf8 ? String(utf8: data) : String(data: data, encoding: encoding)
    }

    /// Returns the bytes of a text in the charset of a media type; `nil` if the charset is unknown or lacks a character.
    static func encoded(_ text: String, _ type: MediaType?) -> Data? {
        guard let encoding = encoding(of: type) else { return nil }
        return encoding == .utf8 ? Data(text.utf8) : text.data(using: encoding)
    }

    /// Converts each character of a text to the byte with the character's number; `nil` if a number is above 255.
    static func bytes(_ text: String) -> Data? {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? Data(bytes) : nil
    }

    /// Returns the encoding of a media type: UTF-8 without a charset, `nil` for an unknown charset.
    private static func encoding(of type: MediaType?) -> String.Encoding? {
        guard let name = type?.charset else { return .utf8 }
        return Charset(named: name)?.encoding
    }

    /// Decodes base64 that may contain line breaks.
    static func data(base64 text: String) -> Data? {
        Data(base64Encoded: text.filter { !$0.isWhitespace })
    }

    /// Returns the decoded items of a query or form; a plus is a space, as browsers send it.
    static func items(of query: some StringProtocol) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                PercentEncoding.decoded(part.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...])
            }
            return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
    }
}

extension Data {
    /// Indicates whether the bytes begin like gzip (RFC 1952, section 2.3.1) or zstd (RFC 8878, section 3.1.1).
    var looksCompressed: Bool { starts(with: [0x1F, 0x8B]) || starts(with: [0x28, 0xB5, 0x2F, 0xFD]) }
}
