import Foundation
import Requests

extension BodyFormat {
    /// Indicates whether bodies are forms, which contain texts and files but no `null`.
    var isForm: Bool {
        mediaType.matches(BodyFormat.form.mediaType) || mediaType.matches(.multipartForm)
    }

    /// Returns the content of a body: bytes and text unchanged, other types in the format.
    ///
    /// - Parameters:
    ///   - type: The type of the body, which isn't an optional.
    ///   - declared: The media type in the endpoint's header, if it differs from the format's media type.
    ///   - media: The Media Type Object of the format (OpenAPI 3.1.1, section 4.8.14).
    /// - Returns: The content, by its media type.
    func content(of type: Any.Type, as declared: String? = nil, _ media: () -> JSONValue.Object) -> JSONValue {
        let (usual, content): (String, JSONValue.Object) =
            switch type {
            case is Data.Type: (MediaType.octetStream.rawValue, ["schema": ["type": "string", "format": "binary"]])
            case is String.Type: ("text/plain", ["schema": ["type": "string"]])
            default: (mediaType.rawValue, media())
            }
        return [declared ?? usual: .object(content)]
    }
}
