extension Redaction {
    /// Returns the values with sensitive names in a form, decoded.
    static func secrets(inForm text: String, names: [String: Bool]) -> [String] {
        text.split(separator: "&").compactMap { sensitiveValue(of: $0, names: names) }.map { value in
            PercentEncoding.decoded(Array(value.replacing("+", with: " ").utf8)[...])
        }
    }

    /// Returns the strings and numbers with sensitive names in JSON; escapes are not decoded.
    ///
    /// The elements of an array have the array's name. Malformed JSON is searched as far as possible.
    static func secrets(inJSON bytes: [UInt8], names: [String: Bool]) -> [String] {
        var (secrets, name): ([String], Substring) = ([], "")
        var index = 0
        while index < bytes.count {
            let isString = bytes[index] == UInt8(ascii: "\"")
            guard isString || isInNumber(bytes[index]) else {
                index += 1
                continue
            }
            let start = isString ? index + 1 : index
            let end = isString ? endOfString(in: bytes, from: start) : endOfNumber(in: bytes, from: start)
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            index = isString ? end + 1 : end
            if isString, bytes.dropFirst(index).first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
                name = text[...]
            } else if isSensitive(name, text[...], names: names) {
                secrets.append(text)
            }
        }
        return secrets
    }

    private static func isInNumber(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || "-+.eE".utf8.contains(byte) }

    private static func endOfNumber(in bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { !isInNumber($0) } ?? bytes.count
    }

    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }
}
