public import Foundation

extension BodyProvider {
    /// Makes a body of a file, which is read while it is sent and never held in memory.
    ///
    /// - Parameters:
    ///   - url: The URL of the file. A file that can't be read is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``).
    ///   - contentType: The media type. By default it is guessed from the extension of the URL, see
    ///     ``MediaType/init(filenameExtension:)``. For an unknown extension it is `application/octet-stream`.
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

    /// Makes a body of a part of a file, which is read while it is sent and never held in memory.
    ///
    /// ```swift
    /// api.put(.file(film, range: 0..<5_000_000), to: "/films/1/parts/1")
    /// api.put(.file(film, range: 5_000_000...), to: "/films/1/parts/2")
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL of the file. A file that can't be read is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``).
    ///   - range: The positions of the bytes, from 0. A range that is not in the file is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``). A file that is shorter when it is sent is ``RequestErrorCode/bodyUnreadable``.
    ///   - contentType: The media type. By default it is guessed from the extension of the URL. For an unknown extension it is
    ///     `application/octet-stream`.
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
                        "the file \(url.lastPathComponent.escapedForDisplay) does not have all bytes of the range; "
                        + "it is \(body)"
                )
            }
            return .stream(length: bytes.count) { try FileRangeStream.make(url, bytes) }
        }
    }

    private static func problem(withFileAt url: URL) -> String? {
        guard url.isFileURL else { return "is not one: its URL is not a file's; make it by URL(fileURLWithPath:)" }
        guard let values = try? url.resourceValues(forKeys: [.isRegularFileKey]) else { return "does not exist" }
        guard values.isRegularFile == true else { return "is a directory, or not a regular file" }
        return FileManager.default.isReadableFile(atPath: url.path) ? nil : "can't be read: its permissions forbid it"
    }
}
