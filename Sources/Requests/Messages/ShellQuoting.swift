/// Quotes words for a POSIX shell.
enum ShellQuoting {
    /// Returns the word in single quotes, inside which a shell takes every byte literally.
    ///
    /// At a single quote in the word, the quotation ends and begins again.
    static func quoted(_ word: String) -> String {
        var bytes = [UInt8(ascii: "'")]
        // Scan bytes: a quote followed by a combining mark is one Character, which is not equal to the quote.
        for byte in word.utf8 {
            if byte == UInt8(ascii: "'") { bytes += "'\\'".utf8 }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "'"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
