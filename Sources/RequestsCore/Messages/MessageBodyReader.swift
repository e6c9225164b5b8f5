package import Foundation

/// Reads a body once, in one task at a time.
package protocol MessageBodyReader: AnyObject, Sendable {
    /// The number of unread bytes if all of them are in memory; otherwise `nil`.
    var byteCount: Int? { get }

    /// Waits for the next chunk, which is never empty; returns `nil` at the end.
    func next() async throws -> Data?

    /// Reads all remaining bytes.
    func collect(upTo limit: Int) async throws -> Data
}

extension MessageBodyReader {
    package var byteCount: Int? { nil }

    package func collect(upTo limit: Int) async throws -> Data {
        var data = Data()
        while let chunk = try await next() {
            try data.append(chunk, upTo: limit, orThrow: TransportError.tooLarge(limit))
        }
        return data
    }
}

/// Reads a body that is in memory.
final class DataReader: MessageBodyReader {
    private let data: Guarded<Data?>

    init(_ data: Data) {
        self.data = Guarded(data.isEmpty ? nil : data)
    }

    /// The number of remaining bytes.
    var byteCount: Int? { data.withLock { $0?.count ?? 0 } }

    func next() -> Data? {
        data.withLock { data in
            defer { data = nil }
            return data
        }
    }

    func collect(upTo limit: Int) throws -> Data {
        var data = Data()
        try data.append(next() ?? Data(), upTo: limit, orThrow: TransportError.tooLarge(limit))
        return data
    }
}

extension Data {
    /// Appends a chunk of a body, or throws if the body would exceed a limit.
    package mutating func append(
        _ chunk: Data, upTo limit: Int, orThrow error: @autoclosure () -> any Error
    ) throws {
        guard chunk.count <= limit - count else { throw error() }
        // A body's first index must be 0, which a slice doesn't guarantee.
        if isEmpty, chunk.startIndex == 0 { self = chunk } else { append(chunk) }
    }
}

extension TransportError {
    static func tooLarge(_ limit: Int) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "the body of the response is larger than the limit of \(BodyText.size(limit)): "
                + "raise the limit with setting(\\.policy.responseSizeLimit, …)"
        )
    }
}
