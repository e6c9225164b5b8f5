import Foundation
import Requests

/// The body of a response that ends like a broken connection if the body fails.
///
/// Only the server sees the error.
///
/// The body also breaks off if it contains more or fewer bytes than the head declares. Otherwise, the client would
/// mistake excess bytes for the next response.
struct ErrorReportingBody: AsyncSequence, Sendable {
    let base: MessageBody
    /// The length that the head declares.
    let length: Int?
    let report: @Sendable (any Error) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), left: length, report: report)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        var left: Int?
        let report: @Sendable (any Error) -> Void

        @concurrent mutating func next() async throws -> Data? {
            do {
                let chunk = try await base.next()
                if let left {
                    self.left = left - (chunk?.count ?? 0)
                    guard chunk == nil ? left == 0 : left >= chunk?.count ?? 0 else {
                        throw UnsendableResponse(description: "the length of the body differs from the Content-Length")
                    }
                }
                return chunk
            } catch let error where TransportError.isCancellation(error) {
                throw error
            } catch {
                // A failure because the client has disconnected isn't reported. The failing producer may be the
                // request's body.
                if !Task.isCancelled, error as? ServingError != .brokenBody { report(error) }
                throw TransportError(code: .connectionLost, message: ErrorText.connectionLost)
            }
        }
    }
}
