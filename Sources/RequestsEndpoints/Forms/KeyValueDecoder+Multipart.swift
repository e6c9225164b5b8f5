import Foundation
import Requests

extension KeyValueDecoder {
    /// Makes a decoder for a multipart form; the decoder ignores files that the user did not choose.
    ///
    /// - Throws: A `DecodingError` whose underlying error is a ``MultipartError``.
    init(ofMultipart data: Data, contentType: MediaType?, coding: Coding) throws {
        var bytes = [UInt8](data)
        do {
            let parts = try ReceivedPart.parts(in: bytes, contentType: contentType).filter { !$0.isUnchosen }
            let texts = try parts.map { (name: $0.name, text: try $0.text(in: &bytes), isFile: $0.isFile) }
            try self.init(ofParts: texts, in: bytes, coding: coding) { [bytes] in FileValue(parts[$0], in: bytes) }
        } catch let problem as MultipartError {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the form is malformed: \(problem)", underlyingError: problem))
        }
    }
}

extension ReceivedPart {
    /// Returns the range of the part's text in UTF-8.
    ///
    /// Normally, this is the range of the content. If the part has a different charset, the function appends the
    /// converted text to `bytes`, and returns the range of that text.
    fileprivate func text(in bytes: inout [UInt8]) throws(MultipartError) -> Range<Int> {
        guard fileName == nil, let name = contentType?.charset else { return content }
        let charset = Charset(named: name)
        if [.utf8, .ascii].contains(charset?.encoding) { return content }
        guard let charset else {
            throw MultipartError("this platform can't read the charset of the part \(self.name.escapedForDisplay)")
        }
        guard let text = String(bytes: bytes[content], encoding: charset.encoding) else {
            throw MultipartError("the part \(self.name.escapedForDisplay) isn't valid \(charset.name)")
        }
        let start = bytes.count
        bytes += text.utf8
        return start..<bytes.count
    }
}

extension FileValue {
    fileprivate init(_ part: ReceivedPart, in bytes: [UInt8]) {
        self.init(
            Data(bytes[part.content]), fileName: part.fileName,
            contentType: part.contentType ?? (part.header.contains(.contentType) ? .octetStream : .plainText))
    }
}
