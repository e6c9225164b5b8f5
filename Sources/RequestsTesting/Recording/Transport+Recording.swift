public import Foundation
public import Requests

extension Transport {
    /// Records all requests and responses in a HAR 1.2 file.
    ///
    /// ```swift
    /// let transport = URLSession.shared.recording(to: file)
    /// ```
    ///
    /// Every request is sent. The first recorder of a process replaces the file; later recorders add to it. The file is
    /// complete after each response has been read. To respond from the file, use ``Replaying``. Apply the recorder
    /// directly to the session, so that you can apply the same decorators to a replay. The recorder records each hop of
    /// a redirect and each attempt of a retry.
    ///
    /// Secrets are redacted before the file is written: sensitive fields, cookies, credentials, secret parts of URLs, and all
    /// names that the API declares with ``/Requests/RequestOptions/sensitiveNames``. JSON members and form items with well-known
    /// names, such as `access_token` or `password`, are redacted as well. A placeholder replaces each secret wherever it occurs,
    /// even if it is escaped for a URL, JSON or HTML. Compressed bodies that are not decoded are not searched for secrets.
    ///
    /// A request's body is read before it is sent. A response's body is recorded while it is read: if the body breaks
    /// off or its reader stops, the recording also ends there. A request without a response is not recorded.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is created if it is missing.
    ///   - names: The names of additional secret fields, query items and members of bodies; their case is ignored.
    /// - Returns: A recording transport. It throws ``/Requests/RequestErrorCode/fileWriteFailed`` if the file can't be written.
    public func recording(to file: URL, redacting names: Set<String> = []) -> some Transport {
        recording(ExchangeRecorder(file: .replacing(file), names: names, known: nil))
    }

    /// Replays the requests in a file; sends and records all others.
    ///
    /// ```swift
    /// let transport = try URLSession.shared.recording(newRequestsTo: file)
    /// ```
    ///
    /// Only requests that are in the file when this method is called are replayed, as with ``Replaying``. So if a new request is
    /// sent three times, three responses are recorded. Existing entries stay unchanged. The file may be missing.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is created if it is missing.
    ///   - names: The names of additional secret fields, query items and members of bodies; their case is ignored.
    ///   - matching: The parts of a request that must equal those of a recorded request.
    /// - Returns: A transport that replays and records.
    /// - Throws: A ``RecordingError`` if the file exists, but can't be read.
    public func recording(
        newRequestsTo file: URL, redacting names: Set<String> = [], matching: RequestMatching = RequestMatching()
    ) throws(RecordingError) -> some Transport {
        let recording = try RecordingFile.extending(file)
        let entries = RecordingMember(recording.entries, of: file)
        let known = RecordedResponses(try RecordingReader.exchanges(entries), matching: matching)
        return self.recording(ExchangeRecorder(file: recording, names: names, known: known))
    }

    private func recording(_ recorder: ExchangeRecorder) -> some Transport {
        let hop = HopAdapter(.other) { request, next in try await recorder.response(to: request, by: next) }
        return adapting { request, next in
            var request = request
            // A sink would receive the body instead of the recorder.
            request.options.openContentSink = nil
            let (response, hasHops) = try await request.send(by: next, adaptingEachHop: hop)
            // If the transport has no hops, the whole call is one hop.
            return hasHops ? response : try await recorder.record(request) { _ in response }
        }
    }
}
