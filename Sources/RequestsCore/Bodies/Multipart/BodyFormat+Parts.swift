extension BodyFormat {
    /// Makes a format that writes a value as the parts of a form, and reads a form with a function.
    ///
    /// - Parameters:
    ///   - boundary: The boundary between the parts; `nil` for a random boundary in each body.
    ///   - decode: Makes a decoder of a form, and passes it to ``BodyReading/read(from:)``.
    /// - Returns: The format.
    package static func multipart(
        boundary: String?, decode: @escaping @Sendable (BodyReading) throws -> Void
    ) -> BodyFormat {
        var format = BodyFormat(
            name: "a multipart form", mediaType: .multipartForm, contentType: .multipartForm,
            kind: { $0.matches(.multipartForm) },
            content: { value, coding in
                let parts = try KeyValueWriter.parts(of: value, coding: coding)
                let writer = try MultipartWriter(parts, boundary: boundary, coding: coding)
                return (writer.finishInMemory(), writer.contentType)
            }, decode: decode)
        format.canBePage = true
        return format
    }
}

extension KeyValueWriter {
    /// Writes a value as the parts of a multipart form: texts, with names as in a form without files, and files.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of a value that can't be written, or that would
    ///   be decoded as a different value.
    fileprivate static func parts(of value: some Encodable, coding: Coding) throws(TransportError) -> [Part] {
        let writer = try writer(of: value, coding: coding, use: .formWithFiles)
        let pairs = writer.written
        var files = writer.files[...]
        var parts: [Part] = []
        for pair in pairs.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: pairs.isEmpty) {
            let encodedName = pair.prefix { $0 != UInt8(ascii: "=") }
            let name = PercentEncoding.decoded(encodedName)
            guard MultipartName.isReadBack(name) else {
                throw KeyValueEncodingIssue(
                    problem: "has a name that would be decoded as a different name: \(MultipartName.remedy)",
                    path: [WireKey(name)]
                ).transportError(code: .bodyEncodingFailed)
            }
            if let (start, file) = files.first, start == pair.startIndex {
                files = files.dropFirst()
                parts.append(Part(name, .data(file.data, contentType: file.contentType), fileName: file.fileName))
            } else {
                parts.append(Part(name, PercentEncoding.decoded(pair[encodedName.endIndex...].dropFirst())))
            }
        }
        return parts
    }
}
