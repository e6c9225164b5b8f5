public import Foundation
public import Requests

/// A transport that responds from a recording: a file in the format HAR 1.2.
///
/// ```swift
/// let transport = try Replaying(file)
/// let user = try await transport.perform(api.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// `recording(to:redacting:)` writes such files, and so do browsers and proxies. Nothing is sent. If a file has several
/// responses to a request, they come in order, and the last one again after that. A redirect is followed. The chunks of a stream
/// are those that were recorded. A body that broke off breaks off again.
///
/// A request that the file does not have fails with ``Requests/RequestErrorCode/notRecorded``. The error names the nearest recorded
/// request and each difference.
///
/// A response has a token, such as `redacted-3`, in the place of each hidden secret, so a recorded login works again.
///
/// A browser saves bodies decoded, so a response has neither its Content-Encoding nor its length on the wire. Entries of other
/// protocols, such as data URLs, are ignored.
public struct Replaying: Transport {
    private let file: String
    private let responses: RecordedResponses
    private let clock: (any Clock<Duration>)?

    /// Reads a recording.
    ///
    /// ```swift
    /// let transport = try Replaying(file, maximumAge: .seconds(90 * 86_400))
    /// ```
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - matching: The parts of a request that have to be equal.
    ///   - maximumAge: The maximum age of the oldest entry, beyond which the file has to be recorded again; `nil` for any age.
    ///   - clock: The clock on which the recorded times pass, before the head and between chunks. By default they take no time.
    /// - Throws: An error for a file that is missing, too old, or not HAR; it names the entry and the member.
    public init(
        _ file: URL, matching: RequestMatching = RequestMatching(), maximumAge: Duration? = nil,
        clock: (any Clock<Duration>)? = nil
    ) throws(RecordingError) {
        let entries = try RecordingReader.log(of: file).required("entries")
        responses = RecordedResponses(try RecordingReader.exchanges(entries), matching: matching)
        self.file = file.lastPathComponent
        self.clock = clock
        if let maximumAge { try checkAge(maximumAge, of: file) }
    }

    private func checkAge(_ maximumAge: Duration, of file: URL) throws(RecordingError) {
        guard let oldest = responses.oldest else {
            if responses.count == 0 { return }
            throw RecordingError(
                file: file, reason: "has no dates, so its age is not known: record it again with recording(to:)")
        }
        let age = Date().timeIntervalSince(oldest)
        guard age > maximumAge / .seconds(1) else { return }
        throw RecordingError(
            file: file,
            reason: "is \(Self.text(ofAge: age)) old, and the limit is \(Self.text(ofAge: maximumAge / .seconds(1))): "
                + "record it again with recording(to:)")
    }

    /// Returns a time in the largest unit that makes a number of at least 1.
    private static func text(ofAge seconds: Double) -> String {
        for (unit, length) in [("day", 86_400.0), ("hour", 3_600), ("minute", 60)] where seconds >= length {
            let count = Int(min(seconds / length, 1e9))
            return "\(count) \(unit)\(count == 1 ? "" : "s")"
        }
        return "\(Int(max(0, seconds))) seconds"
    }

    /// Responds to a message with the next recorded response.
    ///
    /// - Parameter request: The message.
    /// - Returns: The response.
    /// - Throws: ``Requests/RequestErrorCode/notRecorded``, the recorded errors, and those of redirects.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            let recorded = RecordedRequest(message, try await message.body.collected())
            if let found = responses.take(recorded) { return try await found.response(to: message, by: clock) }
            let nearest = responses.nearest(to: recorded, message).map { "; " + $0 } ?? ", which is empty"
            throw TransportError(
                code: .notRecorded,
                message: "\(message) is not in \(file.escapedForDisplay)\(nearest); "
                    + "record it with recording(newRequestsTo:)",
                request: message)
        }
    }
}

extension Replaying: RedactedDescription {
    /// The name of the file, and the number of its responses.
    public var description: String { "Replaying \(file.escapedForDisplay): \(responses.count) responses" }
}
