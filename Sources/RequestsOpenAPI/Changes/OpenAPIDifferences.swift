public import Foundation

/// The differences between two descriptions of an API that should match.
///
/// These functions throw this error: ``RequestsCore/RequestProviding/expectContract(at:info:security:version:)`` and
/// ``RequestsCore/RequestProviding/check(against:)``.
public struct OpenAPIDifferences: LocalizedError, Hashable, Sendable {
    /// The differences, each with a verdict; empty if a document can't be read.
    public let changes: [OpenAPI.Change]

    private let message: String

    init(_ message: String, _ changes: [OpenAPI.Change] = []) {
        self.message = message
        self.changes = changes
    }

    /// The message and all differences, each followed by its reason.
    public var errorDescription: String? {
        ([message] + changes.map { "\($0.summary)\n    \($0.reason)" }).joined(separator: "\n")
    }
}

extension OpenAPIDifferences: CustomStringConvertible {
    /// The message and all differences, each followed by its reason.
    public var description: String { errorDescription ?? "" }
}
