package import Foundation

extension Sequence<UInt8> {
    /// Indicates whether the bytes begin with the byte order mark of UTF-8.
    package var hasByteOrderMark: Bool { starts(with: "\u{FEFF}".utf8) }
}

extension Charset {
    /// Returns the name of the charset whose byte order mark the data begins with; `nil` if there is no mark.
    package static func ofByteOrderMark(_ data: Data) -> String? {
        let marks: [(String, [UInt8])] = [
            ("utf-8", [0xEF, 0xBB, 0xBF]), ("utf-32le", [0xFF, 0xFE, 0, 0]), ("utf-32be", [0, 0, 0xFE, 0xFF]),
            ("utf-16le", [0xFF, 0xFE]), ("utf-16be", [0xFE, 0xFF]),
        ]
        return marks.first { data.starts(with: $0.1) }?.0
    }
}
