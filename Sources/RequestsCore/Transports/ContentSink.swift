package import Foundation

/// Receives the content of one response from a transport, chunk by chunk, on any thread.
///
/// With a sink, a transport that can't slow the server down doesn't have to buffer unread chunks:
///
/// ```swift
/// let sink = try request.options.openContentSink?(head)       // of the last response, not of a redirect that is followed
/// try sink?.write(chunk)                                      // and the body that the transport returns stays empty
/// ```
///
/// All other transports ignore the sink; the reader of the body then writes the chunks.
package protocol ContentSink: Sendable {
    /// Writes the next chunk.
    ///
    /// - Throws: ``RequestErrorCode/cancelled`` after the sink is closed, or the reason why the chunk is rejected.
    func write(_ chunk: Data) throws(TransportError)
}

extension RequestOptions {
    /// Opens a sink for the content of a response.
    ///
    /// The function returns `nil` if the content is read as usual, for example for a failed response. It throws if the
    /// response or the destination can't be used. It discards the content of an earlier response.
    package typealias ContentSinkOpener = @Sendable (ResponseHead) throws(TransportError) -> (any ContentSink)?

    /// The function that opens a sink; `nil` if the body's reader handles the content.
    package var openContentSink: ContentSinkOpener? {
        get { self[Sink.self].open }
        set { self[Sink.self].open = newValue }
    }

    /// Indicates whether a sink receives the content.
    package var hasContentSink: Bool { if case .some = openContentSink { true } else { false } }

    // As a type argument, a function with a typed error requires iOS 18.
    private struct Sink: RequestOption, Sendable {
        static var defaultValue: Sink { Sink() }
        var open: ContentSinkOpener?
    }
}
