/// A part of a received multipart form: its names and fields, and the range of its content.
package struct ReceivedPart {
    package let name: String

    /// The file name as it was sent: the receiver decides its meaning, and must not use it as a path.
    package let fileName: String?

    /// All fields, including Content-Disposition.
    let header: HeaderFields

    /// The range of the content in the form.
    package let content: Range<Int>

    /// The media type; `nil` if the part has none, or an unreadable one.
    package var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }

    /// Indicates whether the part is more than a text: it has the name of a file, or a media type.
    var isFile: Bool { fileName != nil || header.contains(.contentType) }

    /// Indicates whether the part represents a file that nobody has chosen, as browsers send it.
    var isUnchosen: Bool { fileName == "" && content.isEmpty }
}
