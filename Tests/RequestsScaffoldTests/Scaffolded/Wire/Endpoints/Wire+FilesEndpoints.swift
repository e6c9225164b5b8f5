import Requests
import RequestsEndpoints

extension Wire {
    struct FilesEndpoints: Sendable {
        // Not scaffolded: the header fields of the part `title`.
        let upload = Endpoint<UploadInput, Void>(.post, "/files").body(.multipart)
    }
}
