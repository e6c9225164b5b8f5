/// The reason why bytes are not a multipart form: a clause that names the part but shows no content.
package struct MultipartError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
