extension KeyValueWriter {
    /// Writes the parts of a multipart form (texts named as in a form, and files), which are decoded as an equal value.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of a value that can't be written, or that would be
    ///   decoded as a different one.
    static func parts(of value: some Encodable, coding: Coding) throws(TransportError) -> [Part] {
        let writer = try writer(of: value, coding: coding, use: .formWithFiles)
        let pairs = writer.written
        var attachments = writer.attachments[...]
        var parts: [Part] = []
        for pair in pairs.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: pairs.isEmpty) {
            let encodedName = pair.prefix { $0 != UInt8(ascii: "=") }
            let name = PercentEncoding.decoded(encodedName)
            guard MultipartName.isReadBack(name) else {
                throw KeyValueEncodingIssue(
                    problem: "has a name that would be read as another one", path: [WireKey(name)]
                ).transportError(code: .bodyEncodingFailed)
            }
            if let (start, attachment) = attachments.first, start == pair.startIndex,
                let file = attachment as? FileValue
            {
                attachments = attachments.dropFirst()
                parts.append(Part(name, .data(file.data, contentType: file.contentType), fileName: file.fileName))
            } else {
                parts.append(Part(name, PercentEncoding.decoded(pair[encodedName.endIndex...].dropFirst())))
            }
        }
        return parts
    }
}

extension FileValue: KeyValueAttachment {
    /// The reason why a multipart form would not decode as an equal file; `nil` if it would.
    var problem: String? {
        if MediaType(contentType.rawValue) == nil { return "is a file with a malformed media type" }
        guard let fileName else { return nil }
        if fileName.isEmpty, data.isEmpty {
            return "is a file without a name and a content, which would be read as one that was not chosen"
        }
        return MultipartName.isReadBack(fileName) ? nil : "is a file whose name would be read as another one"
    }
}
