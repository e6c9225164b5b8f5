import Foundation

/// A writer that turns the parts of a form into pieces of a body (RFC 2046, section 5.1.1; RFC 7578, section 4).
struct MultipartWriter {
    private let boundary: MultipartBoundary
    private let coding: Coding
    private var pieces = MultipartPieces()
    private var parts: [SentPart] = []

    /// Writes the parts of a form; `nil` makes a random boundary.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed`` or the code for an invalid header field, with the name of the part.
    init(_ parts: [Part], boundary: String?, coding: Coding) throws(TransportError) {
        self.boundary = try MultipartBoundary(boundary)
        self.coding = coding
        for part in parts { try append(part) }
    }

    var contentType: MediaType { boundary.contentType }

    private mutating func append(_ part: Part) throws(TransportError) {
        do {
            switch part.content {
            case .value(let text as String):
                try append(text, named: part.name, of: part)
            case .value(let value):
                try append(value, named: part.name, of: part)
            case .fields(let value):
                try append(value, named: nil, of: part)
            case .body(let provider):
                var header = header(named: part.name, of: part)
                let body = try provider.body(addingTo: &header, coding: coding)
                try append(
                    SentPart(name: part.name, fileName: part.fileName, header: header, body: body))
            }
        } catch {
            guard !part.name.isEmpty else { throw error }
            throw RequestError(
                code: error.code,
                message: "in the part \(part.name.escapedForDisplay), \(error.message)",
                underlyingError: error.underlyingError
            )
        }
    }

    /// Returns the body, which is in memory if it is small and contains no files, streams or sequences.
    consuming func finish() throws(TransportError) -> RequestBody {
        pieces.append("--\(boundary.text)--\r\n")
        return try pieces.body(of: parts)
    }

    /// Returns the body as bytes, for parts that are all in memory.
    consuming func finishInMemory() -> Data {
        pieces.append("--\(boundary.text)--\r\n")
        return pieces.bytesInMemory()
    }

    /// Appends each pair of an encoded value as a separate part.
    private mutating func append(
        _ value: any Encodable, named name: String?, of part: Part
    ) throws(TransportError) {
        var pairs = PairBuffer()
        do {
            try KeyValueWriter.append(value, name: name, to: &pairs, coding: coding, for: .parts)
        } catch {
            throw RequestError(
                code: .bodyEncodingFailed,
                message: error.message.replacing("adding(query: ", with: "Part("),
                underlyingError: error.underlyingError
            )
        }
        if coding.arrays == .commaSeparated { try Self.checkCommas(in: pairs) }
        for (name, value) in PairBuffer.pairs(in: pairs.bytes) { try append(value ?? "", named: name, of: part) }
    }

    private mutating func append(_ text: String, named name: String, of part: Part) throws(TransportError) {
        try append(
            SentPart(
                name: name, fileName: part.fileName, header: header(named: name, of: part),
                body: .data(Data(text.utf8))))
    }

    /// Returns the fields of a part; fields that the part sets override the default fields.
    private func header(named name: String, of part: Part) -> HeaderFields {
        if part.header.contains(.contentDisposition) { return part.header }
        var header: HeaderFields = [
            HeaderField(.contentDisposition, MultipartName.disposition(name, fileName: part.fileName))
        ]
        header.append(contentsOf: part.header)
        return header
    }

    private mutating func append(_ part: SentPart) throws(TransportError) {
        if let issue = part.header.syntaxIssue { throw RequestError(issue) }
        pieces.append("--\(boundary.text)\r\n")
        for field in part.header { pieces.append("\(field.name.rawValue): \(field.value)\r\n") }
        pieces.append("\r\n")
        try append(part.body, named: part.name)
        pieces.append("\r\n")
        parts.append(part)
    }

    private mutating func append(_ body: RequestBody, named name: String) throws(TransportError) {
        switch body {
        case .none:
            break
        case .data(let data):
            if boundary.occurs(in: data) {
                throw RequestError(
                    code: .bodyEncodingFailed,
                    message: "the data contains the boundary of the form: "
                        + "remove the argument `boundary` to use a random boundary"
                )
            }
            pieces.append(data)
        case .file(let url):
            guard let size = Self.size(of: url) else {
                throw RequestError(code: .bodyEncodingFailed, message: "the file can't be read")
            }
            pieces.append(.init(body: body, length: size, name: name))
        case .stream(let length, _), .chunks(let length, _, _):
            try body.checkLength()
            pieces.append(.init(body: body, length: length, name: name))
        }
    }

    /// Returns the size of a file; `nil` if it can't be read.
    private static func size(of url: URL) -> Int? {
        guard let file = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? file.close() }
        return (try? file.seekToEnd()).flatMap { Int(exactly: $0) }
    }

    /// Checks that no element contains a comma if commas separate the elements.
    ///
    /// In a pair, only commas in elements are escaped. In a part, commas in and between elements would look the same.
    private static func checkCommas(in pairs: PairBuffer) throws(TransportError) {
        let escaped = BytePattern("%2C")
        for pair in pairs.bytes.split(separator: UInt8(ascii: "&")) {
            let value = pair.drop { $0 != UInt8(ascii: "=") }
            guard value.contains(UInt8(ascii: ",")), escaped.occurs(in: Data(value)) else { continue }
            let name = PercentEncoding.decoded(pair.prefix { $0 != UInt8(ascii: "=") })
            throw RequestError(
                code: .bodyEncodingFailed,
                message: """
                    the value of `\(name)` has a comma in an element, but commas separate the elements: \
                    use a different ArrayStyle
                    """
            )
        }
    }
}
