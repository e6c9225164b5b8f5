public import Foundation
public import Requests

extension Transport {
    /// Records all requests and responses in a file, in the format HAR 1.2.
    ///
    /// ```swift
    /// let transport = URLSession.shared.recording(to: file)
    /// ```
    ///
    /// Every request is sent. The first recorder of a process replaces the file; later ones for the same file add to it. The file
    /// is complete after each response was read. A ``Replaying`` transport responds from it. Put it next to
    /// the session: then the same decorators go around both. It sees each hop of a redirect, and each attempt of a retry.
    ///
    /// Secrets are replaced before the file is written: sensitive fields, cookies, credentials, secret parts of URLs, and all
    /// names that the API declares with ``/Requests/RequestOptions/sensitiveNames``. Members of JSON and items of forms are hidden if their names are well-known, such
    /// as `access_token` or `password`. A placeholder replaces them, wherever else they occur, also escaped for a URL, JSON or HTML.
    /// Bodies that are compressed and taken as they are received are not searched.
    ///
    /// The body of a request is read before it is sent. The body of a response is recorded while it is read. If it breaks off, or if
    /// its reader stops, the recording ends there, too. A request without a response is not recorded.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is made if it is missing.
    ///   - names: The names of more fields, query items and members of bodies that are secret. The case of letters does not matter.
    /// - Returns: A transport that records. It throws ``/Requests/RequestErrorCode/fileWriteFailed`` if the file can't be written.
    public func recording(to file: URL, redacting names: Set<String> = []) -> some Transport {
        recording(ExchangeRecorder(file: .replacing(file), names: names, known: nil))
    }

    /// Replays the requests that a file has, and sends and records the others.
    ///
    /// ```swift
    /// let transport = try URLSession.shared.recording(newRequestsTo: file)
    /// ```
    ///
    /// Only requests that the file had when this method was called are replayed, as by ``Replaying``. So a request that is new and is
    /// sent three times has three responses in the file. The entries of the file stay as they are. It may be missing.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is made if it is missing.
    ///   - names: The names of more fields, query items and members of bodies that are secret. The case of letters does not matter.
    ///   - matching: The parts of a request that have to be equal.
    /// - Returns: A transport that replays and records.
    /// - Throws: An error for a file that can't be read.
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
            // A sink would take the body past the recorder.
            request.options.openContentSink = nil
            let (response, hasHops) = try await request.send(by: next, adaptingEachHop: hop)
            // A call to a transport without hops is one hop.
            return hasHops ? response : try await recorder.record(request) { _ in response }
        }
    }
}
