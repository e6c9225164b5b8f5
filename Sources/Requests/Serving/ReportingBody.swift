import Foundation

/// The body of an answer, which breaks off as a connection does: the error that broke it is for the server alone.
struct ReportingBody: AsyncSequence, Sendable {
    let base: MessageBody
    let report: @Sendable (any Error) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), report: report)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        let report: @Sendable (any Error) -> Void

        mutating func next() async throws -> Data? {
            do {
                return try await base.next()
            } catch let error where Self.isCancellation(error) {
                throw error
            } catch {
                report(error)
                throw TransportError(code: .connectionLost, message: "the connection ended before the answer did")
            }
        }

        /// Whether nobody waits for the rest any longer.
        private static func isCancellation(_ error: any Error) -> Bool {
            error is CancellationError || (error as? TransportError)?.code == .cancelled
        }
    }
}
