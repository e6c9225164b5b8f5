import RequestsEndpoints

extension Wire {
    /// The input of `upload`.
    struct UploadInput: Codable, Hashable, Sendable {
        /// The JSON of `Attributes`: use `.encoded` with the coding of the API.
        var attributes: FileValue
        /// The bytes.
        var file: FileValue
        var title: String
        /// The JSON of `Label`: use `.encoded` with the coding of the API.
        var labels: [FileValue]?
        var tags: [String]?
        /// The media type is text/csv.
        var table: FileValue?
        /// The JSON of `String`: use `.encoded` with the coding of the API.
        var query: FileValue?
        /// The media type is image/png, image/webp.
        var preview: FileValue?
        var pages: [FileValue]?
    }
}
