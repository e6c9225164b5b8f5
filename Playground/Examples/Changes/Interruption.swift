import Dispatch
import Foundation

/// Runs an operation in a task, which Control-C and SIGTERM cancel.
func untilInterrupted<Result: Sendable>(_ operation: @escaping @Sendable () async throws -> Result) async throws
    -> Result
{
    let task = Task { try await operation() }
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)  // otherwise the signal would end the process at once
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { task.cancel() }
        source.resume()
        return source
    }
    defer { for source in sources { source.cancel() } }
    return try await task.value
}
