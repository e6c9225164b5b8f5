import Foundation

/// Bodies as descriptions give them: by type and size.
enum BodyText {
    static func summary(of body: Data, type: String?) -> String {
        guard !body.isEmpty else { return "no body" }
        return "\(type.map { $0 + ", " } ?? "")\(size(body.count))"
    }

    static func size(_ bytes: Int) -> String {
        bytes == 1 ? "1 byte" : "\(bytes) bytes"
    }
}
