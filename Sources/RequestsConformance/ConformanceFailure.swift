public import Foundation

/// The failure of a transport: the expected outcome, the actual outcome, and the requests that the server received.
public struct ConformanceFailure: LocalizedError {
    /// The expected outcome.
    public let expected: String

    /// The actual outcome.
    public let actual: String

    /// The heads of the requests that the case's servers received, in order.
    public let received: [String]
}

extension ConformanceFailure: CustomStringConvertible {
    /// The expected outcome, the actual outcome and the requests, each on a separate line.
    public var description: String {
        let requests = received.isEmpty ? "nothing" : received.map { "\n  " + $0 }.joined()
        return "expected \(expected)\nbut got \(actual)\nthe server received \(requests)"
    }

    /// The same text as the description.
    public var errorDescription: String? { description }
}
