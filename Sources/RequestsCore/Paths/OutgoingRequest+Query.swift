extension OutgoingRequest {
    /// Adds an item to the query of the URL.
    ///
    /// - Throws: ``RequestErrorCode/queryEncodingFailed``.
    public mutating func add(_ item: QueryItem, coding: Coding = .standard) throws(TransportError) {
        let fragment = urlText.utf8.firstIndex(of: UInt8(ascii: "#")) ?? urlText.endIndex
        let bytes = Array(urlText.utf8[..<fragment])
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        let separator = mark.map { $0 + 1 < bytes.count ? UInt8(ascii: "&") : nil } ?? UInt8(ascii: "?")
        var pairs = PairBuffer(bytes: bytes, separator: separator)
        try item.append(to: &pairs, coding: coding)
        if item.isSensitive { hide(PairBuffer.values(in: pairs.bytes[bytes.count...])) }
        urlText = String(decoding: pairs.bytes, as: UTF8.self) + urlText[fragment...]
    }
}
