/// How far the content of a request, or of its answer, has come.
///
/// ```swift
/// request.reportingProgress { progress in
///     bar.value = progress.fractionCompleted ?? 0
/// }
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// Which way content goes.
    public enum Direction: Sendable, Hashable {
        /// The body of the request, to the server.
        case sent
        /// The body of the answer, from the server.
        case received
    }

    /// Which way it goes.
    public let direction: Direction

    /// How many bytes have gone or come; of a download that goes on, those that came before included.
    ///
    /// A redirect that takes the body of the request along sends it again: the number begins at 0 once more.
    public let completedByteCount: Int

    /// How many bytes there are; `nil` where nobody knows, as of an answer that is compressed or has no length.
    public let totalByteCount: Int?

    /// Makes a progress.
    public init(_ direction: Direction, completedByteCount: Int, totalByteCount: Int? = nil) {
        self.direction = direction
        self.completedByteCount = completedByteCount
        self.totalByteCount = totalByteCount
    }

    /// The part that has gone or come, from 0 to 1; `nil` where the total is not known.
    ///
    /// Nothing of nothing is 1.
    public var fractionCompleted: Double? {
        totalByteCount.map { total in
            guard completedByteCount < total else { return 1 }
            return Double(max(completedByteCount, 0)) / Double(total)
        }
    }
}

extension TransferProgress: CustomStringConvertible {
    /// `received 512 of 1024 bytes`.
    public var description: String {
        totalByteCount.map { "\(direction) \(completedByteCount) of \(BodyText.size($0))" }
            ?? "\(direction) \(BodyText.size(completedByteCount))"
    }
}
