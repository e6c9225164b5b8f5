/// An object that produces the bytes of a ``SourceStream`` while they are sent.
package protocol ByteSource: AnyObject {
    /// Reads the next bytes, and blocks until there are some.
    ///
    /// - Parameter memory: The memory for the bytes, which isn't empty.
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: ``RequestErrorCode/bodyUnreadable``, or the error of the code that makes the bytes.
    func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws(TransportError) -> Int

    /// Frees all resources.
    func close()
}
