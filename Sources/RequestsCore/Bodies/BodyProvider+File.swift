public import Foundation

extension BodyProvider {
    /// Makes a body from a file, which is read while it is sent and never held in memory.
    ///
    /// - Parameters:
    ///   - url: The file's URL. If the file can't be read, resolving the request throws ``RequestErrorCode/bodyEncodingFailed``.
    ///   - contentType: The media type. By default it is guessed from the URL's extension
    ///     (``MediaType/init(filenameExtension:)``), or `application/octet-stream` if the extension is unknown.
    /// - Returns: The provider of the body.
    public static func file(_ url: URL, contentType: MediaType? = nil) -> BodyProvider {
        BodyProvider { header, _ in
            if let problem = problem(withFileAt: url) {
                throw TransportError(
                    code: .bodyEncodingFailed, message: "the file \(url.lastPathComponent.escapedForDisplay) \(problem)"
                )
            }
            header.append(.contentType(contentType ?? MediaType(filenameExtension: url.pathExtension) ?? .octetStream))
            return .file(url)
        }
    }

    /// Makes a body from a range of a file, which is read while it is sent and never held in memory.
    ///
    /// ```swift
    /// api.put(.file(film, range: 0..<5_000_000), to: "/films/1/parts/1")
    /// api.put(.file(film, range: 5_000_000...), to: "/films/1/parts/2")
    /// ```
    ///
    /// - Parameters:
    ///   - url: The file's URL. If the file can't be read, resolving the request throws ``RequestErrorCode/bodyEncodingFailed``.
    ///   - range: The positions of the bytes, from 0. If the file doesn't contain them all, resolving the request throws
    ///     ``RequestErrorCode/bodyEncodingFailed``. If the file becomes shorter before it is sent, sending throws
    ///     ``RequestErrorCode/bodyUnreadable``.
    ///   - contentType: The media type. By default it is guessed from the URL's extension, or `application/octet-stream` if the
    ///     extension is unknown.
    /// - Returns: The provider of the body.
    public static func file(
        _ url: URL, range: some RangeExpression<Int> & Sendable, contentType: MediaType? = nil
    ) -> BodyProvider {
        let whole = file(url, contentType: contentType)
        return BodyProvider { header, coding in
            let body = try whole.body(addingTo: &header, coding: coding)
            guard let size = body.length, let bytes = range.positions(in: size) else {
                throw TransportError(
                    code: .bodyEncodingFailed,
                    message:
                        "the file \(url.lastPathComponent.escapedForDisplay) doesn't contain all bytes of the range; "
                        + "the file's size is \(body.length.map(BodyText.size) ?? "unknown")"
                )
            }
            return .stream(length: bytes.count) { try SourceStream.make(FileRange(url, bytes)) }
        }
    }

    private static func problem(withFileAt url: URL) -> String? {
        guard url.isFileURL else { return "doesn't have a file URL: create the URL with URL(filePath:)" }
        guard let values = try? url.resourceValues(forKeys: [.isRegularFileKey]) else { return "does not exist" }
        guard values.isRegularFile == true else { return "is a directory or another kind of file that can't be sent" }
        return FileManager.default.isReadableFile(atPath: url.path) ? nil : "can't be read because of its permissions"
    }
}
