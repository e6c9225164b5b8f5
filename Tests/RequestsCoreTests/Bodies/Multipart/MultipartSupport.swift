import Foundation
import Requests
import TestSupport
import Testing

/// Reads a body in pieces; throws an error if the body can't be read, or its length differs from the announced one.
func bytes(of body: RequestBody, pieceSize: Int = 65_536) throws -> Data {
    let stream: InputStream
    switch body {
    case .none: return Data()
    case .data(let data): return data
    case .file(let url): return try Data(contentsOf: url)
    case .stream(_, let make): stream = try make()
    case .chunks:
        Issue.record("a sequence can't be read at once")
        return Data()
    }
    stream.open()
    defer { stream.close() }
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: pieceSize)
    while stream.hasBytesAvailable {
        let count = stream.read(&buffer, maxLength: pieceSize)
        guard count >= 0 else { throw try #require(stream.failure) }
        if count == 0 { break }
        content += buffer.prefix(count)
    }
    #expect(!stream.hasBytesAvailable)
    if let length = body.length { #expect(content.count == length) }
    return content
}

extension RequestConvertible {
    /// Returns the body of the message as text, with its line ends as `|`.
    func bodyText() throws -> String {
        String(decoding: try bytes(of: resolve().body), as: UTF8.self).replacingOccurrences(of: "\r\n", with: "|")
    }
}

/// Returns the text of a form whose boundary is `xyz`, with its line ends as `|`.
func formText(coding: Coding = .standard, @MultipartBuilder _ parts: () -> [Part]) throws -> String {
    try multipart(coding: coding, parts).bodyText()
}

/// Returns the error of a form that can't be resolved.
func formError(
    boundary: String = "xyz", coding: Coding = .standard, @MultipartBuilder _ parts: () -> [Part]
) -> TransportError? {
    multipart(boundary: boundary, coding: coding, parts).resolutionError()
}

/// Makes a request with a form.
func multipart(
    boundary: String? = "xyz", coding: Coding = .standard, @MultipartBuilder _ parts: () -> [Part]
) -> Request<AnonymousProvider, Void> {
    AnonymousProvider("https://h", coding: coding).post(.multipart(boundary: boundary, parts), to: "/")
}
