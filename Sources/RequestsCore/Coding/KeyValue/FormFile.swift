package import Foundation

/// A file among the values of a form, which is stored separately from the pairs.
package protocol FormFile: Sendable {
    var data: Data { get }
    var fileName: String? { get }
    var contentType: MediaType { get }
}

extension FormFile {
    /// The reason why a multipart form can't represent the file; `nil` if an equal file would be decoded.
    var problem: String? {
        if MediaType(contentType.rawValue) == nil { return "is a file with a malformed media type" }
        guard let fileName else { return nil }
        if fileName.isEmpty, data.isEmpty {
            return "is an empty file without a name, so servers treat the file as missing"
        }
        return MultipartName.isReadBack(fileName) ? nil : "is a file whose name would be read as a different name"
    }
}
