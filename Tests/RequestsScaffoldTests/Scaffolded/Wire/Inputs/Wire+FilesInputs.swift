import RequestsEndpoints

extension Wire {
    /// The input of `upload`.
    struct UploadInput: Codable, Hashable, Sendable {
        /// The JSON of `Attributes`: create the file with `FileValue.encoded` and the API's coding.
        var attributes: FileValue
        /// The bytes.
        var file: FileValue
        var title: String
        /// The JSON of `Label`: create the file with `FileValue.encoded` and the API's coding.
        var labels: [FileValue]?
        var tags: [String]?
        /// The media type is text/csv.
        var table: FileValue?
        /// The JSON of `String`: create the file with `FileValue.encoded` and the API's coding.
        var query: FileValue?
        /// The media type is image/png, image/webp.
        var preview: FileValue?
        var pages: [FileValue]?
    }
}
