#if XML
import Foundation
import RequestsCore

/// The bytes of a document in a form that is safe for the parser and XMLCoder: UTF-8, without an XML declaration.
struct XMLDocument {
    let data: Data

    /// Indicates whether the outermost element contains only whitespace.
    let isBlank: Bool

    /// Indicates whether a name in the document has a namespace prefix.
    let hasPrefixes: Bool

    /// Indicates whether line and column numbers match those of the received data.
    let hasLines: Bool

    /// Reads a document from the received data.
    ///
    /// - Throws: A `DecodingError` for a charset that this platform can't read, text that is invalid in its charset, elements that are
    ///   nested too deeply, a document type with declarations, and several outermost elements.
    init(_ data: Data, contentType: MediaType?) throws {
        var scan = XMLScan(bytes: try Self.text(of: data, contentType: contentType))
        try scan.run()
        self.data = Data(scan.result)
        isBlank = scan.isBlank
        hasPrefixes = scan.hasPrefixes
        hasLines = scan.isUnchanged
    }

    static func problem(_ text: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: text, underlyingError: DataError(text)))
    }

    /// Returns the document in UTF-8, with spaces instead of its declaration.
    private static func text(of data: Data, contentType: MediaType?) throws -> [UInt8] {
        let charset = try XMLCharset.charset(of: data, contentType: contentType)
        guard let text = Charset.text(of: data, in: charset.encoding) else {
            throw problem("the data isn't valid \(charset.name)")
        }
        let bytes = Array(text.utf8)
        guard let end = XMLCharset.endOfDeclaration(bytes[...]) else { return bytes }
        return XMLScan.blank(bytes[..<end]) + bytes[end...]
    }
}

/// The charset of a document.
///
/// The byte order mark, the Content-Type or the XML declaration sets it, in this order (RFC 7303, section 3). The
/// default is UTF-8.
enum XMLCharset {
    static func charset(of data: Data, contentType: MediaType?) throws -> Charset {
        if let marked = Charset.ofByteOrderMark(data) { return try known(marked) }
        // Without a byte order mark, the first character shows the byte order.
        let wide: String? =
            if data.starts(with: [0x3C, 0x00]) { "utf-16le" } else if data.starts(with: [0x00, 0x3C]) {
                "utf-16be"
            } else {
                nil
            }
        if let name = contentType?.charset {
            return try known(name.lowercased() == "utf-16" ? wide ?? name : name)
        }
        if let wide { return try known(wide) }
        guard let name = ofDeclaration(data) else { return try known("utf-8") }
        guard !name.lowercased().hasPrefix("utf-16"), !name.lowercased().hasPrefix("utf-32") else {
            throw XMLDocument.problem(
                "the data declares the charset \(name.escapedForDisplay), but has a different encoding")
        }
        return try known(name)
    }

    private static func known(_ name: String) throws -> Charset {
        guard let charset = Charset(named: name) else {
            throw XMLDocument.problem("this platform can't read the data's charset \(name.escapedForDisplay)")
        }
        return charset
    }

    /// Returns the position after `<?xml …?>`; `nil` without a declaration.
    static func endOfDeclaration(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: "<?xml".utf8), let next = bytes.dropFirst(5).first, XMLScan.isSpace(next) else {
            return nil
        }
        var index = bytes.startIndex
        while let mark = bytes[index...].firstIndex(of: UInt8(ascii: ">")) {
            if bytes[mark - 1] == UInt8(ascii: "?") { return mark + 1 }
            index = mark + 1
        }
        return nil
    }

    private static func ofDeclaration(_ data: Data) -> String? {
        let start = Array(data.prefix(256))
        guard let end = endOfDeclaration(start[...]) else { return nil }
        let text = String(decoding: start[..<end], as: UTF8.self)
        guard let match = text.firstMatch(of: /\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._\-]*)["']/) else { return nil }
        return String(match.1)
    }
}
#endif
