#if Digest
import Foundation
import Requests

extension DigestChallenge {
    /// Returns the protection for a message with a body; `nil` for a server without support for it.
    ///
    /// The body is protected if the server accepts that, and the body can be read twice.
    ///
    /// - Throws: ``RequestErrorCode/authenticationFailed`` if the server requires the hash of a body that can only be read once.
    func protection(for body: RequestBody) throws(TransportError) -> Protection? {
        guard let protections else { return nil }
        if protections.contains(.authInt), body.isRepeatable { return .authInt }
        if protections.contains(.auth) { return .auth }
        throw TransportError(
            code: .authenticationFailed,
            message: "the server wants the hash of the body (qop=auth-int), which can be read only once: "
                + "send a body that is repeatable")
    }
}

extension RequestBody {
    fileprivate var isRepeatable: Bool {
        if case .chunks(_, let isRepeatable, _) = self { isRepeatable } else { true }
    }

    /// Returns the hexadecimal hash of the body.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable``, and `CancellationError`.
    func hash(by function: DigestAlgorithm.Function) async throws -> String {
        var hash = DigestHash(function)
        switch self {
        case .none: break
        case .data(let data): hash.update(data)
        case .file, .stream: return try await readHash(by: function)
        case .chunks:
            guard let chunks = RequestChunks(self) else { break }
            while let chunk = try await chunks.next() { hash.update(chunk) }
        }
        return hash.text
    }

    private static let queue = BlockingQueue("Requests.Digest")

    /// Reads a file or a stream on another thread, because reading blocks.
    private func readHash(by function: DigestAlgorithm.Function) async throws -> String {
        let isCancelled = Guarded(false)
        return try await withTaskCancellationHandler {
            try await Self.queue.run {
                Result { try self.readHash(by: function) { isCancelled.withLock { $0 } } }
            }.get()
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    private func readHash(by function: DigestAlgorithm.Function, until isCancelled: () -> Bool) throws -> String {
        var hash = DigestHash(function)
        var reader = try RequestBodyReader(self)
        defer { reader.close() }
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 * 1_024)
        defer { memory.deallocate() }
        while true {
            if isCancelled() { throw CancellationError() }
            let count = try reader.read(into: memory)
            guard count > 0 else { return hash.text }
            hash.update(Data(memory[..<count]))
        }
    }
}
#endif
