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

    /// Makes a part of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the part, used as it is.
    ///   - url: The URL of the file. One that can't be read is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``); one that changes its size later, or vanishes, is one when it is sent
    ///     (``RequestErrorCode/bodyUnreadable``).
    ///   - fileName: The name that the server is told: the last component of the URL.
    ///   - contentType: The media type: by default what the extension of the URL says, or `application/octet-stream`.
    public init(_ name: String, _ url: URL, fileName: String? = nil, contentType: MediaType? = nil) {
        part = Part(name, .file(url, contentType: contentType), fileName: fileName ?? url.lastPathComponent)
    }
}

extension FilePart: CustomStringConvertible, CustomReflectable {
    /// The name of the part.
    public var description: String { part.description }

    /// What `dump` shows: the name of the part.
    public var customMirror: Mirror { part.customMirror }
}
