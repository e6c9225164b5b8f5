/// The source of a ``SourceStream``, which produces the bytes while they are sent.
package protocol ByteSource: AnyObject {
    /// The error that ended the reading.
    var failure: TransportError? { get }

    /// Indicates whether everything was read.
    var isAtEnd: Bool { get }

    /// Reads at most `maxLength` bytes.
    ///
    /// - Returns: The number of bytes; 0 at the end, -1 after a failure.
    func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int

    /// Frees all resources.
    func close()
}
