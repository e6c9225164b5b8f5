/// A part of a multipart form that was received: its names and fields, and where its content stands.
struct ReceivedPart {
    let name: String

    /// As it was sent: what it means is for the receiver to say, and never a path.
    let fileName: String?

    /// All fields, Content-Disposition included.
    let header: HeaderFields

    /// Where the content stands in the form.
    let content: Range<Int>

    /// The media type; `nil` where the part does not say one, or none that can be read.
    var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }

    /// Whether the part is more than a text: it has the name of a file, or a media type.
    var isFile: Bool { fileName != nil || header.contains(.contentType) }

    /// Whether the part stands for a file that nobody has chosen, as browsers send it.
    var isUnchosen: Bool { fileName == "" && content.isEmpty }
}
