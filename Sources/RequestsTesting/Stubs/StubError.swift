public import Foundation
public import Requests

/// The error for stubs that were not requested as often as expected.
public struct StubError: LocalizedError, Hashable, CustomStringConvertible {
    /// One line per stub: its method and path, its position if needed, and its actual and expected number of requests.
    public let missing: [String]

    /// All lines as one text.
    public var description: String { "not asked for as often as expected: " + missing.joined(separator: ", ") }

    /// The same text as the description.
    public var errorDescription: String? { description }
}

extension RequestErrorCode {
    /// No stub matches a request, or a different input was expected.
    public static let notStubbed = RequestErrorCode(rawValue: "notStubbed")
}
