public import Foundation

/// A part of a multipart form that is a file, read while it is sent and never held in memory.
///
/// ```swift
/// FilePart("avatar", url)
/// FilePart("avatar", url, fileName: "me.png", contentType: .png)
/// ```
public struct FilePart: PartConvertible {
    /// The part.
    public let part: Part

    /// Makes a part from a file.
    ///
    /// - Parameters:
    ///   - name: The name of the part, used as it is.
    ///   - url: The URL of the file. A file that can't be read is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``). A file that changes its size later, or vanishes, is an error when it is sent
    ///     (``RequestErrorCode/bodyUnreadable``).
    ///   - fileName: The name of the file for the server. By default it is the last component of the URL.
    ///   - contentType: The media type. By default it is guessed from the extension of the URL. For an unknown extension it is
    ///     `application/octet-stream`.
    public init(_ name: String, _ url: URL, fileName: String? = nil, contentType: MediaType? = nil) {
        part = Part(name, .file(url, contentType: contentType), fileName: fileName ?? url.lastPathComponent)
    }
}

extension FilePart: SafelyDescribed {
    /// The name of the part.
    public var description: String { part.description }
}
