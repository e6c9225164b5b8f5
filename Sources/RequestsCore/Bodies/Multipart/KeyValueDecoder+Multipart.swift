import Foundation

extension KeyValueDecoder {
    /// Makes the decoder of a multipart form; it ignores files that the user did not choose.
    ///
    /// - Throws: A `DecodingError` whose underlying error is a ``MultipartError``.
    init(ofMultipart data: Data, contentType: MediaType?, coding: Coding) throws {
        var tree = KeyValueTree(coding: coding)
        tree.bytes = [UInt8](data)
        do {
            let parts = try MultipartReader(tree.bytes, contentType: contentType).parts().filter { !$0.isUnchosen }
            for part in parts {
                let text = try tree.text(of: part)
                try tree.add(
                    Array(part.name.utf8)[...], value: text, isFlag: !part.isFile && text.isEmpty, isFile: part.isFile)
            }
            self = tree.decoder(parts: parts)
        } catch let problem as MultipartError {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the form is malformed: \(problem)", underlyingError: problem))
        }
    }

    /// Reads a single value of a multipart form as a file.
    ///
    /// - Returns: The file; `nil` if the form isn't a multipart form.
    /// - Throws: A `DecodingError` if there is not exactly one value.
    func file() throws -> FileValue? {
        guard let parts = source.text.parts as? [ReceivedPart] else { return nil }
        let part = parts[try read(FileValue.self) { try source.value(as: FileValue.self).position }]
        return FileValue(
            Data(source.text.bytes[part.content]), fileName: part.fileName,
            contentType: part.contentType ?? (part.header.contains(.contentType) ? .octetStream : .plainText))
    }
}

extension KeyValueTree {
    /// Returns the range of a part's text in UTF-8, which is its content unless the part has another charset.
    fileprivate mutating func text(of part: ReceivedPart) throws(MultipartError) -> Range<Int> {
        guard part.fileName == nil, let name = part.contentType?.charset else { return part.content }
        let charset = Charset(named: name)
        if [.utf8, .ascii].contains(charset?.encoding) { return part.content }
        guard let charset else {
            throw MultipartError("this platform can't read the charset of the part \(part.name.escapedForDisplay)")
        }
        guard let text = String(bytes: bytes[part.content], encoding: charset.encoding) else {
            throw MultipartError("the part \(part.name.escapedForDisplay) is not text in \(charset.name)")
        }
        let start = bytes.count
        bytes += text.utf8
        return start..<bytes.count
    }
}
