/// Where the content of an answer goes to, for a transport that writes it as it comes.
///
/// A transport that can't slow the server down does not have to keep what its reader has not taken yet:
///
/// ```swift
/// let sink = try request.options.contentSink?.open(head)      // of the last answer, not of a redirect that is followed
/// try sink?.write(chunk)                                      // and the body that it returns stays empty
/// ```
///
/// Others know nothing of it: what is left in the body is written by whoever reads it.
package struct ContentSink: Sendable {
    private let makeSink: @Sendable (ResponseHead) throws(TransportError) -> FileSink?

    init(_ makeSink: @escaping @Sendable (ResponseHead) throws(TransportError) -> FileSink?) {
        self.makeSink = makeSink
    }

    /// Begins with the content of an answer; what came of another one before is discarded.
    ///
    /// - Returns: What takes it; `nil` where the content is to be read as any other, such as that of a failed answer.
    /// - Throws: What is wrong with the answer, or with the file.
    package func open(_ head: ResponseHead) throws(TransportError) -> FileSink? {
        try makeSink(head)
    }
}

extension RequestOptions {
    /// Where the content goes to; `nil` where it is read as it comes.
    package var contentSink: ContentSink? {
        get { self[Sink.self] }
        set { self[Sink.self] = newValue }
    }

    private enum Sink: RequestOption {
        static var defaultValue: ContentSink? { nil }
    }
}
