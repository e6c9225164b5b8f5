/// `name=value` pairs, percent-encoded, in the bytes of a URL or of a form.
struct PairBuffer {
    var bytes: [UInt8]

    /// What stands before the next pair: `?`, `&`, or nothing.
    private var separator: UInt8?

    /// - Parameters:
    ///   - bytes: What stands before the pairs.
    ///   - separator: What stands before the first pair.
    init(bytes: [UInt8] = [], separator: UInt8? = nil) {
        self.bytes = bytes
        self.separator = separator
    }

    /// Begins a pair.
    mutating func separate() {
        if let separator { bytes.append(separator) }
        separator = UInt8(ascii: "&")
    }

    /// Begins a pair with its name and the `=`.
    mutating func begin(_ name: String) {
        separate()
        PercentEncoding.append(name, to: &bytes)
        bytes.append(UInt8(ascii: "="))
    }

    /// Appends pairs that are encoded already. A `?` with nothing behind it stays one.
    mutating func append(encoded pairs: ArraySlice<UInt8>) {
        if pairs.isEmpty, separator != UInt8(ascii: "?") { return }
        separate()
        bytes += pairs
        if pairs.isEmpty { separator = nil }
    }

    /// Appends a whole number in decimal.
    mutating func append(_ number: some BinaryInteger) {
        if let small = UInt32(exactly: number) {
            append(digitsOf: small)
        } else {
            bytes += String(number).utf8
        }
    }

    /// Appends the digits of a number without a text in between.
    private mutating func append(digitsOf number: UInt32) {
        var divisor: UInt32 = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    /// The values of pairs that are encoded, those that are empty left out.
    static func values(in pairs: ArraySlice<UInt8>) -> [String] {
        pairs.split(separator: UInt8(ascii: "&")).compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else { return nil }
            return String(decoding: pair[(equals + 1)...], as: UTF8.self)
        }
    }
}
