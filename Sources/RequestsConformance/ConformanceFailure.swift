public import Foundation

/// The reason why a transport fails a case: the expected outcome, the actual outcome, and the requests that the server received.
public struct ConformanceFailure: LocalizedError {
    /// The outcome that the case expects.
    public let expected: String

    /// The outcome that came instead.
    public let actual: String

    /// The heads of the requests that the servers of the case received, in order.
    public let received: [String]
}

extension ConformanceFailure: CustomStringConvertible {
    /// All three, each on a separate line.
    public var description: String {
        let requests = received.isEmpty ? "nothing" : received.map { "\n  " + $0 }.joined()
        return "expected \(expected)\nbut came \(actual)\nthe server received \(requests)"
    }

    /// The same text.
    public var errorDescription: String? { description }
}
