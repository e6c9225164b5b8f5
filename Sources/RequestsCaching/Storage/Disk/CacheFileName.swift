/// The name of a cache file.
///
/// Files with other names stay unchanged. A name consists of hashes and random numbers, so it reveals nothing about a
/// URL.
struct CacheFileName: Hashable, CustomStringConvertible {
    /// The contents of a file.
    enum Kind: String, CaseIterable {
        /// The entries with a key: ``DiskRecord``.
        case record = "cached"
        /// The body of an entry: ``BodyFile``.
        case body = "body"
        /// A file being written, which is renamed when it is complete.
        case part = "part"
    }

    /// The hash of the key.
    let key: UInt64
    /// The name of the entry, or 0 for a record.
    let id: UInt64
    let kind: Kind

    /// Returns the name of a key's record.
    static func record(_ key: UInt64) -> CacheFileName { CacheFileName(key: key, id: 0, kind: .record) }

    private init(key: UInt64, id: UInt64, kind: Kind) {
        (self.key, self.id, self.kind) = (key, id, kind)
    }

    /// Returns the name of an entry's body.
    static func body(_ key: UInt64, _ id: UInt64) -> CacheFileName { CacheFileName(key: key, id: id, kind: .body) }

    /// Returns the name of a file being written.
    static func part(_ key: UInt64, _ id: UInt64) -> CacheFileName { CacheFileName(key: key, id: id, kind: .part) }

    /// Reads a name; `nil` if it isn't the name of a cache file.
    init?(_ text: String) { self.init(utf8: Array(text.utf8)) }

    /// Reads a name from its bytes; `nil` if it isn't the name of a cache file.
    init?(utf8 bytes: some RandomAccessCollection<UInt8>) {
        guard let key = Hexadecimal.number(bytes.prefix(16)) else { return nil }
        let rest = bytes.dropFirst(16)
        if rest.elementsEqual(".cached".utf8) {
            self = .record(key)
        } else if rest.first == UInt8(ascii: "-"), let id = Hexadecimal.number(rest.dropFirst().prefix(16)) {
            let suffix = rest.dropFirst(17)
            if suffix.elementsEqual(".body".utf8) {
                self = .body(key, id)
            } else if suffix.elementsEqual(".part".utf8) {
                self = .part(key, id)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    var description: String {
        let numbers = kind == .record ? Hexadecimal.text(key) : Hexadecimal.text(key) + "-" + Hexadecimal.text(id)
        return numbers + "." + kind.rawValue
    }
}

/// Converts numbers to 16 hexadecimal digits and back.
enum Hexadecimal {
    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    static func number(_ text: String) -> UInt64? { number(Array(text.utf8)) }

    static func number(_ digits: some RandomAccessCollection<UInt8>) -> UInt64? {
        guard digits.count == 16 else { return nil }
        // The initializer also accepts strings in other forms, for example with capital letters or signs.
        let number = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        return number.flatMap { text($0).utf8.elementsEqual(digits) ? $0 : nil }
    }
}
