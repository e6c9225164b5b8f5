import Foundation

extension RequestBody {
    /// Indicates whether the body can be sent again, as far as that is known without reading it.
    var canBeMadeAgain: Bool {
        switch self {
        case .none, .data: true
        case .file(let url): FileManager.default.isReadableFile(atPath: url.path)
        case .stream(_, let make): (try? make()) != nil
        }
    }
}

extension TransportResponse {
    /// Reads the rest of a short response, so that its connection can be used again.
    func drain() async {
        guard let length = head.contentLength, length <= 65_536 else { return }
        _ = try? await body.collect(upTo: length)
    }
}
