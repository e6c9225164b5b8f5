extension OutgoingRequest {
    /// Adds an item to the query of the URL.
    ///
    /// - Throws: ``RequestErrorCode/queryEncodingFailed``.
    public mutating func add(_ item: QueryItem, coding: Coding = .standard) throws(TransportError) {
        let fragment = url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let bytes = Array(url.utf8[..<fragment])
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        let separator = mark.map { $0 + 1 < bytes.count ? UInt8(ascii: "&") : nil } ?? UInt8(ascii: "?")
        var pairs = PairBuffer(bytes: bytes, separator: separator)
        try item.append(to: &pairs, coding: coding)
        if item.isSensitive { hide(PairBuffer.values(in: pairs.bytes[bytes.count...])) }
        url = String(decoding: pairs.bytes, as: UTF8.self) + url[fragment...]
    }
}
