package import Foundation

/// A text encoding with its name on the wire (IANA's registry of character sets).
package struct Charset {
    package let name: String
    package let encoding: String.Encoding

    package init?(_ encoding: String.Encoding) {
        guard let row = Self.table.first(where: { $0.encoding == encoding }) else { return nil }
        (name, self.encoding) = row
    }

    package init?(named name: String) {
        guard let row = Self.table.first(where: { $0.name.equalsIgnoringASCIICase(name) }) else { return nil }
        (self.name, encoding) = row
    }

    /// The names of the encodings; the first name of an encoding is used for writing.
    private static let table: [(name: String, encoding: String.Encoding)] = [
        ("utf-8", .utf8), ("utf8", .utf8),
        ("us-ascii", .ascii), ("ascii", .ascii),
        ("iso-8859-1", .isoLatin1), ("latin1", .isoLatin1), ("l1", .isoLatin1),
        ("iso-8859-2", .isoLatin2), ("latin2", .isoLatin2),
        ("windows-1252", .windowsCP1252), ("cp1252", .windowsCP1252),
        ("windows-1250", .windowsCP1250), ("windows-1251", .windowsCP1251), ("windows-1253", .windowsCP1253),
        ("windows-1254", .windowsCP1254), ("macintosh", .macOSRoman),
        ("utf-16", .utf16), ("utf-16be", .utf16BigEndian), ("utf-16le", .utf16LittleEndian),
        ("utf-32", .utf32), ("utf-32be", .utf32BigEndian), ("utf-32le", .utf32LittleEndian),
        ("shift_jis", .shiftJIS), ("euc-jp", .japaneseEUC), ("iso-2022-jp", .iso2022JP),
    ]
}
