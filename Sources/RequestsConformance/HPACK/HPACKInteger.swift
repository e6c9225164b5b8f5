/// Integers with a prefix of fewer than eight bits (RFC 7541, section 5.1).
enum HPACKInteger {
    /// Returns the bytes of an integer, whose first byte also contains some leading bits.
    static func bytes(of value: Int, prefix: Int, leading: UInt8 = 0) -> [UInt8] {
        let limit = 1 << prefix - 1
        guard value >= limit else { return [leading | UInt8(value)] }
        var bytes = [leading | UInt8(limit)]
        var rest = value - limit
        while rest >= 128 {
            bytes.append(UInt8(rest % 128) | 0x80)
            rest /= 128
        }
        return bytes + [UInt8(rest)]
    }

    /// Reads an integer, and removes its bytes.
    static func read(_ bytes: inout ArraySlice<UInt8>, prefix: Int) throws(HPACKError) -> Int {
        guard let first = bytes.popFirst() else { throw .truncated }
        let limit = 1 << prefix - 1
        var value = Int(first) & limit
        guard value == limit else { return value }
        var shift = 0
        while true {
            guard let byte = bytes.popFirst() else { throw .truncated }
            guard shift <= 28 else { throw .integerTooLarge }
            value += Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
    }
}
