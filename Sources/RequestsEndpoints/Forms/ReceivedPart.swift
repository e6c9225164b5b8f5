import Requests

/// A part of a received multipart form: its names and fields, and the range of its content.
package struct ReceivedPart {
    package let name: String

    /// The file name as it was sent; it must not be used as a path.
    let fileName: String?

    /// All fields, including Content-Disposition.
    let header: HeaderFields

    /// The range of the content in the form.
    package let content: Range<Int>

    /// The media type; `nil` if it is missing or malformed.
    package var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }

    /// Indicates whether the part is a file: it has a file name or a media type.
    var isFile: Bool { fileName != nil || header.contains(.contentType) }

    /// Indicates whether this is the empty part that browsers send for a file that the user did not choose.
    var isUnchosen: Bool { fileName == "" && content.isEmpty }

    /// Returns the parts of a form in order.
    ///
    /// - Throws: A ``MultipartError``.
    package static func parts(in form: [UInt8], contentType: MediaType?) throws -> [ReceivedPart] {
        try MultipartReader(form, contentType: contentType).parts()
    }
}
