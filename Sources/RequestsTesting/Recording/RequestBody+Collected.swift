import Foundation
import Requests

extension RequestBody {
    /// Reads the whole body.
    ///
    /// - Throws: ``/Requests/RequestErrorCode/bodyUnreadable``.
    func collected() async throws -> Data {
        switch self {
        case .none: return Data()
        case .data(let data): return data
        case .file, .stream: return try read()
        case .chunks:
            guard let chunks = RequestChunks(self) else { return Data() }
            var data = Data()
            while let chunk = try await chunks.next() { data.append(chunk) }
            return data
        }
    }

    private func read() throws -> Data {
        var reader = try RequestBodyReader(self)
        defer { reader.close() }
        var data = Data()
        while let piece = try reader.readPiece(of: 65_536) { data.append(piece) }
        return data
    }
}
