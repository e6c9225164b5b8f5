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
        if MediaType(contentType.rawValue) == nil {
            return "is a file with an invalid media type: use a type such as image/png"
        }
        guard let fileName else { return nil }
        if fileName.isEmpty, data.isEmpty {
            return "is an empty file with an empty name, which servers read as a missing file: give the file a name"
        }
        if MultipartName.isReadBack(fileName) { return nil }
        return "is a file with a name that would be decoded as a different name: \(MultipartName.remedy)"
    }
}
