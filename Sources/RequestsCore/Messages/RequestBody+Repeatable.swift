import Foundation

extension RequestBody {
    /// Indicates, without reading the body, whether it can probably be sent again.
    package var canBeMadeAgain: Bool {
        switch self {
        case .none, .data: true
        case .file(let url): FileManager.default.isReadableFile(atPath: url.path)
        case .stream(_, let make): (try? make()) != nil
        case .chunks(_, let isRepeatable, _): isRepeatable
        }
    }
}
