/// Quotes words for a POSIX shell.
enum Shell {
    /// The word in single quotes, inside which a shell takes every byte as it is; a single quote ends them for a moment.
    static func quoted(_ word: String) -> String {
        var bytes = [UInt8(ascii: "'")]
        // As bytes: a quote and the combining mark behind it are one Character, which is not the quote.
        for byte in word.utf8 {
            if byte == UInt8(ascii: "'") { bytes += "'\\'".utf8 }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "'"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
