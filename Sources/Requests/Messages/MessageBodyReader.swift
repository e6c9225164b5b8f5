import Foundation

/// Reads a body, once and by one task at a time.
protocol MessageBodyReader: AnyObject, Sendable {
    /// How many bytes are left, where all of them are there.
    var byteCount: Int? { get }

    /// The next chunk, which is not empty; `nil` at the end.
    func next() async throws -> Data?

    /// All that is left.
    func collect(upTo limit: Int) async throws -> Data
}

extension MessageBodyReader {
    var byteCount: Int? { nil }
}

/// Reads a body that is all there.
final class DataReader: MessageBodyReader {
    private let data: Guarded<Data?>

    init(_ data: Data) {
        self.data = Guarded(data.isEmpty ? nil : data)
    }

    /// How many bytes are left.
    var byteCount: Int? { data.withLock { $0?.count ?? 0 } }

    func next() -> Data? {
        data.withLock { data in
            defer { data = nil }
            return data
        }
    }

    func collect(upTo limit: Int) throws -> Data {
        let data = next() ?? Data()
        guard data.count <= limit else { throw TransportError.tooLarge(limit) }
        return data
    }
}

extension RequestError<Never> {
    static func tooLarge(_ limit: Int) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "the body of the response is larger than the limit of \(BodyText.size(limit)); "
                + "raise it with setting(\\.policy.responseSizeLimit, …)"
        )
    }
}
