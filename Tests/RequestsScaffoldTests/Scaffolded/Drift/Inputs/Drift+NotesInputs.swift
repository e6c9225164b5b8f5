import Foundation
import RequestsEndpoints

extension Drift {
    /// The input of `attach`.
    struct AttachInput: Codable, Hashable, Sendable {
        var id: String
        /// The body.
        @BodyValue var body: Data
    }

    /// The input of `setNote`.
    struct SetNoteInput: Codable, Hashable, Sendable {
        var id: String
        /// The body.
        @BodyValue var body: String
    }
}
