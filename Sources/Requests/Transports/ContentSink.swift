package import Foundation

/// Takes the content of one response from a transport, chunk by chunk and from any thread.
///
/// With a sink, a transport that can't slow the server down need not keep chunks that its reader has not taken yet:
///
/// ```swift
/// let sink = try request.options.openContentSink?(head)       // of the last response, not of a redirect that is followed
/// try sink?.write(chunk)                                      // and the body that the transport returns stays empty
/// ```
///
/// Other transports ignore it: the reader of the body writes the remaining chunks.
package protocol ContentSink: Sendable {
    /// Writes the next chunk.
    ///
    /// - Throws: ``RequestErrorCode/cancelled`` after the sink is closed, or the reason why the chunk is refused.
    func write(_ chunk: Data) throws(TransportError)
}

extension RequestOptions {
    /// Opens a sink for the content of a response.
    ///
    /// It returns `nil` if the content is read as usual, such as that of a failed response. It throws if there is a problem with
    /// the response or with the destination. Content of an earlier response is discarded.
    package typealias ContentSinkOpener = @Sendable (ResponseHead) throws(TransportError) -> (any ContentSink)?

    /// The opener of sinks; `nil` if the content of the response is read as it arrives.
    package var openContentSink: ContentSinkOpener? {
        get { self[Sink.self] }
        set { self[Sink.self] = newValue }
    }

    private enum Sink: RequestOption {
        static var defaultValue: ContentSinkOpener? { nil }
    }
}
