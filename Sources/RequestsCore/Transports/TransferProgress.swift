/// The progress of sending a request's body, or of receiving a response's body.
///
/// ```swift
/// request.reportingProgress { progress in
///     bar.value = progress.fractionCompleted ?? 0
/// }
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// The direction of a transfer.
    public enum Direction: Sendable, Hashable {
        /// The body of the request, to the server.
        case sent
        /// The body of the response, from the server.
        case received
    }

    /// The direction.
    public let direction: Direction

    /// The number of transferred bytes, including the earlier bytes of a continued download.
    ///
    /// If a redirect sends the request's body again, the number restarts at 0.
    public let completedByteCount: Int

    /// The total number of bytes; `nil` if unknown, as for a response that is compressed or declares no length.
    public let totalByteCount: Int?

    /// Makes a progress value.
    package init(_ direction: Direction, completedByteCount: Int, totalByteCount: Int? = nil) {
        self.direction = direction
        self.completedByteCount = completedByteCount
        self.totalByteCount = totalByteCount
    }

    /// The transferred fraction, from 0 to 1; `nil` if the total is unknown.
    ///
    /// The fraction is 1 if the total is 0.
    public var fractionCompleted: Double? {
        totalByteCount.map { total in
            guard completedByteCount < total else { return 1 }
            return Double(max(completedByteCount, 0)) / Double(total)
        }
    }
}

extension TransferProgress: CustomStringConvertible {
    /// A description such as `received 512 of 1024 bytes`.
    public var description: String {
        totalByteCount.map { "\(direction) \(completedByteCount) of \(BodyText.size($0))" }
            ?? "\(direction) \(BodyText.size(completedByteCount))"
    }
}
