import Foundation
import RequestsEndpoints

extension Wire {
    /// The input of `patchPicture`.
    struct PatchPictureInput: Codable, Hashable, Sendable {
        var id: Int
        /// The body.
        @BodyValue var body: Attributes
    }

    /// The input of `putPicture`.
    struct PutPictureInput: Codable, Hashable, Sendable {
        var id: Int
        /// The body.
        @BodyValue var body: Data
    }
}
