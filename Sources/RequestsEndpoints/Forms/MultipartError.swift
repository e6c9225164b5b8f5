/// The reason why bytes are not a multipart form: a clause that names the part but shows no content.
struct MultipartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
