public import Foundation
public import Requests

/// Stubs that were not asked for as often as they should have been.
public struct StubError: LocalizedError, Hashable, CustomStringConvertible {
    /// Method and path of each, which answer it is where there are several, how often it was asked for, and how often it should have
    /// been.
    public let missing: [String]

    /// All of them.
    public var description: String { "not asked for as often as expected: " + missing.joined(separator: ", ") }

    /// The same text.
    public var errorDescription: String? { description }
}

extension RequestErrorCode {
    /// A stub has no answer for a request, or another input was expected.
    public static let notStubbed = RequestErrorCode(rawValue: "notStubbed")
}
