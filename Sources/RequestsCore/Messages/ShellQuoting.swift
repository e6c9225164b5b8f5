/// Quotes words for a POSIX shell.
enum ShellQuoting {
    /// Returns the word in single quotes, in which a shell treats every byte literally.
    ///
    /// At a single quote in the word, the quoted part ends, and a new quoted part begins after the escaped quote.
    static func quoted(_ word: String) -> String {
        var bytes = [UInt8(ascii: "'")]
        // Scan bytes: a quote and a combining mark after it are one Character, which doesn't equal the quote.
        for byte in word.utf8 {
            if byte == UInt8(ascii: "'") { bytes += "'\\'".utf8 }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "'"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
