import Foundation

/// The body of a response, which breaks off as a connection does: the error that broke it is for the server alone.
///
/// It breaks off as well if it has more or fewer bytes than the head says: the client would take the rest for the next response.
struct ReportingBody: AsyncSequence, Sendable {
    let base: MessageBody
    /// The length that the head says.
    let length: Int?
    let report: @Sendable (any Error) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), left: length, report: report)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        var left: Int?
        let report: @Sendable (any Error) -> Void

        mutating func next() async throws -> Data? {
            do {
                let chunk = try await base.next()
                if let left {
                    self.left = left - (chunk?.count ?? 0)
                    guard chunk == nil ? left == 0 : left >= chunk?.count ?? 0 else {
                        throw UnsendableResponse(description: "the body is not as long as the Content-Length says")
                    }
                }
                return chunk
            } catch let error where TransportError.isCancellation(error) {
                throw error
            } catch {
                // If the client has left, that is why the producer fails.
                if !Task.isCancelled { report(error) }
                throw TransportError(code: .connectionLost, message: "the connection ended before the response did")
            }
        }
    }
}
