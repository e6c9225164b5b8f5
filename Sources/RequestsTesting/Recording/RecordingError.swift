public import Foundation
public import Requests

/// The error for a file that can't be replayed or is too old.
///
/// ```text
/// "login.har" can't be replayed: entries[2].response.status is a string, but a number was expected
/// ```
public struct RecordingError: LocalizedError, Hashable, CustomStringConvertible {
    /// The name of the file, without its folder.
    public let file: String

    /// The index of the entry in the file, from 0; `nil` if the problem is outside the entries.
    public let entry: Int?

    /// The path of the member, such as `response.content.text`, within the entry or the file; `nil` for the whole entry or file.
    public let member: String?

    /// The problem, as a clause whose subject is the member or the file, with a remedy if there is one.
    public let reason: String

    init(file: URL, entry: Int? = nil, member: String? = nil, reason: String) {
        self.file = file.lastPathComponent
        self.entry = entry
        self.member = member
        self.reason = reason
    }

    /// The file, the path and the reason.
    public var description: String {
        let place = [entry.map { "entries[\($0)]" }, member].compactMap(\.self).joined(separator: ".")
        return "\(file.escapedForDisplay) can't be replayed: \(place.isEmpty ? "the file" : place) \(reason)"
    }

    /// The same text as the description.
    public var errorDescription: String? { description }
}

extension RequestErrorCode {
    /// The recording contains no response to a request.
    public static let notRecorded = RequestErrorCode(rawValue: "notRecorded")
}
