package import Foundation

/// A text encoding with its name on the wire (IANA's registry of character sets).
package struct Charset {
    package let name: String
    package let encoding: String.Encoding

    package init?(_ encoding: String.Encoding) {
        let encoding = encoding == .macOSRoman ? Self.macRoman : encoding
        guard let row = Self.table.first(where: { $0.encoding == encoding }) else { return nil }
        (name, self.encoding) = row
    }

    /// Finds a charset by its name; `nil` if it's unknown, or if this platform can't read it.
    ///
    /// Only letters and digits are compared, as in ICU's converters (UTS #22, section 1.4), because some servers send
    /// the name in quotes: `'utf-8'`.
    package init?(named name: String) {
        let letters = Self.letters(of: name)
        guard let row = Self.table.first(where: { Self.letters(of: $0.name) == letters }),
            Self.canRead(row.encoding)
        else { return nil }
        (self.name, encoding) = row
    }

    /// Returns whether this platform can read an encoding.
    package static func canRead(_ encoding: String.Encoding) -> Bool {
        // Four zeros are valid in each encoding, whatever the size of its code units.
        encoding == .utf8 || String(data: Data(count: 4), encoding: encoding) != nil
    }

    private static func letters(of name: String) -> [UInt8] {
        name.utf8.filter { $0.isASCIILetter || 0x30...0x39 ~= $0 }.map(\.asciiLowercased)
    }

    /// Mac OS Roman by its number: with `.macOSRoman`, Foundation on Linux reads and writes the wrong characters (Swift
    /// 6.3).
    private static let macRoman = numbered(0)

    /// The names of the encodings; the first name of an encoding is used for writing.
    ///
    /// Foundation has the converters, but no public function that finds them by these names on every platform:
    /// `String.Encoding(ianaName:)` requires macOS 26.4, and knows only encodings that have a constant.
    private static let table: [(name: String, encoding: String.Encoding)] =
        [
            ("utf-8", .utf8), ("us-ascii", .ascii), ("ascii", .ascii), ("iso-8859-1", .isoLatin1),
            ("latin1", .isoLatin1), ("l1", .isoLatin1), ("windows-1252", .windowsCP1252), ("cp1252", .windowsCP1252),
            ("iso-8859-2", .isoLatin2), ("latin2", .isoLatin2), ("windows-1250", .windowsCP1250),
            ("windows-1251", .windowsCP1251),
            ("windows-1253", .windowsCP1253), ("windows-1254", .windowsCP1254), ("utf-16", .utf16),
            ("utf-16be", .utf16BigEndian), ("utf-16le", .utf16LittleEndian), ("utf-32", .utf32),
            ("utf-32be", .utf32BigEndian), ("utf-32le", .utf32LittleEndian), ("shift_jis", .shiftJIS),
            ("euc-jp", .japaneseEUC), ("iso-2022-jp", .iso2022JP), ("macintosh", macRoman),
        ]
        // Browsers read some names as a larger encoding: GBK as GB18030, Big5 as Big5-HKSCS, EUC-KR as windows-949
        // (WHATWG, Encoding).
        + [
            ("iso-8859-3", 0x203), ("iso-8859-4", 0x204), ("iso-8859-5", 0x205), ("iso-8859-6", 0x206),
            ("iso-8859-7", 0x207), ("iso-8859-8", 0x208), ("iso-8859-9", 0x209), ("iso-8859-10", 0x20A),
            ("iso-8859-13", 0x20D), ("iso-8859-14", 0x20E), ("iso-8859-15", 0x20F), ("iso-8859-16", 0x210),
            ("windows-874", 0x41D), ("windows-1255", 0x505), ("windows-1256", 0x506), ("windows-1257", 0x507),
            ("windows-1258", 0x508), ("ibm866", 0x41B), ("koi8-r", 0xA02), ("koi8-u", 0xA08), ("gb18030", 0x632),
            ("gbk", 0x632), ("gb2312", 0x632), ("big5", 0xA06), ("big5-hkscs", 0xA06), ("euc-kr", 0x422),
        ].map { ($0, numbered($1)) }

    /// Returns the encoding for one of Core Foundation's numbers (`CFStringEncodingExt.h`).
    private static func numbered(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
