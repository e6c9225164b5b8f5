/// Converts a request that arrived in frames to the bytes of HTTP/1.1, so that a script can read it.
struct RequestWriter: Sendable {
    /// The fields of the request, with the pseudo-fields.
    let fields: [HPACKField]
    /// The declared length of the content.
    let length: Int?
    private let isChunked: Bool

    init(_ fields: [HPACKField], ends: Bool) {
        self.fields = fields
        length = fields.first { $0.name == "content-length" }.flatMap { Int($0.text) }
        isChunked = !ends && length == nil
    }

    /// Returns the value of the first field with a name.
    func first(_ name: String) -> String? {
        fields.first { $0.name == name }?.text
    }

    /// The bytes of the head.
    var head: [UInt8] {
        let target = first(":path") ?? first(":authority") ?? ""
        var lines: [[UInt8]] = [Array("\(first(":method") ?? "") \(target) HTTP/1.1".utf8)]
        if let authority = first(":authority") { lines.append(Array("Host: \(authority)".utf8)) }
        // A client may split the Cookie field (RFC 9113, section 8.2.3).
        let cookies = fields.filter { $0.name == "cookie" }.map(\.value)
        if !cookies.isEmpty { lines.append(Array("cookie: ".utf8) + cookies.joined(separator: Array("; ".utf8))) }
        for field in fields where !field.name.hasPrefix(":") && field.name != "cookie" {
            lines.append(Array("\(field.name): ".utf8) + field.value)
        }
        if isChunked { lines.append(Array("Transfer-Encoding: chunked".utf8)) }
        return lines.flatMap { $0 + [0x0D, 0x0A] } + [0x0D, 0x0A]
    }

    /// Returns the bytes for a part of the content.
    func content(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard isChunked, !bytes.isEmpty else { return Array(bytes) }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
    }

    /// Returns the bytes that end the content.
    func end(trailers: [HPACKField] = []) -> [UInt8] {
        guard isChunked else { return [] }
        var bytes = Array("0\r\n".utf8)
        for trailer in trailers { bytes += Array("\(trailer.name): ".utf8) + trailer.value + [0x0D, 0x0A] }
        return bytes + [0x0D, 0x0A]
    }
}
