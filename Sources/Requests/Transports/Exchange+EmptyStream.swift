import Dispatch
import Foundation

extension Exchange {
    /// Checks that a stream that was given the length 0 has nothing to send; ends the exchange where it has.
    ///
    /// The stream is read on a thread that may wait for it. The end of the exchange doesn't wait for that.
    func checkIsEmpty(_ makeStream: @escaping @Sendable () throws -> InputStream) async {
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
