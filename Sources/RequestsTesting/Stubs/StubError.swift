public import Foundation
public import Requests

/// The error for stubs that were not requested as often as expected.
public struct StubError: LocalizedError, Hashable, CustomStringConvertible {
    /// A line for each stub: its method and path, its position if there are several, and its actual and expected number of requests.
    public let missing: [String]

    /// A text with all lines.
    public var description: String { "not asked for as often as expected: " + missing.joined(separator: ", ") }

    /// The same text.
    public var errorDescription: String? { description }
}

extension RequestErrorCode {
    /// There is no stub for a request, or a different input was expected.
    public static let notStubbed = RequestErrorCode(rawValue: "notStubbed")
}
