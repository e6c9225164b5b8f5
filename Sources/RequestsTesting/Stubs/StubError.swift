public import Foundation
public import Requests

/// The error for stubbed responses that were requested too rarely.
public struct StubError: LocalizedError, Hashable, CustomStringConvertible {
    /// One line per response: method and path, position (if several responses share them), actual count and required
    /// count.
    public let missing: [String]

    /// All lines as one text.
    public var description: String {
        "stubs were not requested as often as expected: " + missing.joined(separator: ", ")
    }

    /// The same text as the description.
    public var errorDescription: String? { description }
}

extension RequestErrorCode {
    /// No stubbed response fits a request: its method and path, its input, the count or the order differs.
    public static let notStubbed = RequestErrorCode(rawValue: "notStubbed")
}
