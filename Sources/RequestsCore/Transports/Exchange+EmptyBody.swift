import Dispatch
import Foundation

extension Exchange {
    /// Checks that a body with the declared length 0 is empty; otherwise ends the exchange.
    func checkIsEmpty(_ body: RequestBody) async {
        if case .stream(_, let makeStream) = body { return await checkIsEmpty(makeStream) }
        guard let chunks = RequestChunks(body) else { return }
        began { chunks.cancel() }
        do { _ = try await chunks.next() } catch { fail(error) }
    }

    /// Checks that a stream is empty.
    ///
    /// Reading may block, so it runs on another thread. The end of the exchange doesn't wait for it.
    private func checkIsEmpty(_ makeStream: @escaping @Sendable () throws -> InputStream) async {
        let waiter = Guarded<CheckedContinuation<Void, Never>?>(nil)
        let resume: @Sendable () -> Void = {
            let continuation = waiter.withLock { waiter in
                defer { waiter = nil }
                return waiter
            }
            continuation?.resume()
        }
        await withCheckedContinuation { continuation in
            waiter.withLock { $0 = continuation }
            began(cancel: resume)
            DispatchQueue.global().async { [self] in
                do { try RequestBodyReader.checkIsEmpty(makeStream) } catch { fail(error) }
                resume()
            }
        }
    }
}
