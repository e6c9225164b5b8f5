import Requests
import RequestsEndpoints

extension Wire {
    struct PicturesEndpoints: Sendable {
        let putPicture = Endpoint<PutPictureInput, Void>(.put, "/pictures/{id}")
            .adding(headerField: .contentType("image/png"))

        let patchPicture = Endpoint<PatchPictureInput, Void>(.patch, "/pictures/{id}")
            .adding(headerField: .contentType("application/merge-patch+json"))
    }
}
