import Foundation
import Requests

/// Reads a stream of changes, and connects again when the connection is lost.
actor Follower {
    /// The identifier of the last event; `nil` before the first one.
    private(set) var position: String?

    private let session: any Transport
    private let clock: any Clock<Duration>

    init(session: any Transport, position: String? = nil, clock: any Clock<Duration> = ContinuousClock()) {
        self.session = session
        self.position = position
        self.clock = clock
    }

    /// Passes each change to a function, until the server has no more changes or the task is cancelled.
    ///
    /// It throws only errors that another attempt can't fix.
    func follow(_ feed: Feed, handle: @Sendable (Change) -> Void) async throws {
        var pause = Duration.seconds(3)  // until the server asks for another one
        var failures = 0
        while !Task.isCancelled {
            let delay: Duration
            do throws(RequestError<Feed.Failure>) {
                for try await event in try await session.stream(feed.changes(after: position)) {
                    handle(event.data)
                    position = event.id.isEmpty ? nil : event.id
                    pause = event.retry ?? pause
                    failures = 0
                }
                delay = pause
            } catch {
                if Task.isCancelled || error.head?.status == .noContent { return }
                guard RetryPolicy.default.isTemporary(error) else { throw error }
                FileHandle.standardError.print("Connecting again after \(error.code).")
                delay = max(pause * (1 << failures), error.head?.retryAfter ?? .zero)
                failures = min(failures + 1, 5)
            }
            // When a server restarts, all its readers lose their connections together. They shouldn't return together.
            try? await clock.sleep(for: delay * Double.random(in: 1...1.5))
        }
    }
}
