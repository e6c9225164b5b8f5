public import Foundation

/// Why a transport does not pass a case: what was expected, what came, and what the server received.
public struct ConformanceFailure: LocalizedError {
    /// What the case expects.
    public let expected: String

    /// What came instead.
    public let actual: String

    /// The heads of the requests that the servers of the case received, in order.
    public let received: [String]
}

extension ConformanceFailure: CustomStringConvertible {
    /// All three, on lines of their own.
    public var description: String {
        let requests = received.isEmpty ? "nothing" : received.map { "\n  " + $0 }.joined()
        return "expected \(expected)\nbut came \(actual)\nthe server received \(requests)"
    }

    /// The same text.
    public var errorDescription: String? { description }
}
