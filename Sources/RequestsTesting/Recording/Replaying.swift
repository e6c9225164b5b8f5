public import Foundation
public import Requests

/// A transport that responds from a recording, a HAR 1.2 file.
///
/// ```swift
/// let transport = try Replaying(file)
/// let user = try await transport.perform(api.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// `recording(to:redacting:)` writes such files, and so do browsers and proxies. Nothing is sent. If a file has several
/// responses to a request, they are replayed in order, and then the last response is repeated. Redirects are followed.
/// Streams arrive in the recorded chunks. A body that broke off breaks off again.
///
/// A request that is not in the file fails with ``RequestsCore/RequestErrorCode/notRecorded``. The error describes the most
/// similar recorded request and each difference.
///
/// A token such as `redacted-3` replaces each redacted secret in a response, so a recorded login still works.
///
/// Browsers save decoded bodies, so such a response is replayed without Content-Encoding and with the decoded length.
/// Entries of other protocols, such as data URLs, are ignored.
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
    ///   - matching: The parts of a request that must equal those of a recorded request.
    ///   - maximumAge: The maximum age of the oldest entry; an older file throws an error. Unlimited by default.
    ///   - clock: The clock for the recorded delays, before the head and between chunks; by default, the delays are skipped.
    /// - Throws: A ``RecordingError`` if the file is missing, too old, or not HAR, with the entry and the member if known.
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
                file: file,
                reason: "contains no dates, so its age is unknown: record the file again with recording(to:)")
        }
        let age = Date().timeIntervalSince(oldest)
        guard age > maximumAge / .seconds(1) else { return }
        throw RecordingError(
            file: file,
            reason: "is \(Self.text(ofAge: age)) old, but the limit is \(Self.text(ofAge: maximumAge / .seconds(1))): "
                + "record the file again with recording(to:)")
    }

    /// Returns an age in the largest suitable unit, such as `3 days`, rounded down.
    private static func text(ofAge seconds: Double) -> String {
        let units = [("day", 86_400.0), ("hour", 3_600), ("minute", 60)]
        let (unit, length) = units.first { seconds >= $0.1 } ?? ("second", 1)
        let count = Int(min(max(0, seconds / length), 1e9))
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }

    /// Responds to a message with the next recorded response.
    ///
    /// - Parameter request: The message.
    /// - Returns: The response.
    /// - Throws: ``RequestsCore/RequestErrorCode/notRecorded``, recorded errors, and errors from following redirects.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            let recorded = RecordedRequest(message, try await BodyReader(message.body).collect(upTo: .max))
            if let found = responses.take(recorded) { return try await found.response(to: message, by: clock) }
            let nearest = responses.nearest(to: recorded, message).map { "; " + $0 } ?? ", which is empty"
            throw TransportError(
                code: .notRecorded,
                message: "\(message) is not in \(file.escapedForDisplay)\(nearest); "
                    + "record the request with recording(newRequestsTo:)",
                request: message)
        }
    }
}

extension Replaying: RedactedDescription {
    /// The name of the file, and the number of its responses.
    public var description: String { "Replaying \(file.escapedForDisplay): \(responses.count) responses" }
}
