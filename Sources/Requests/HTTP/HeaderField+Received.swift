extension HeaderField {
    /// A field of an answer, without the white space around its value, which is no part of it (RFC 9110, section 5.5).
    package init(received name: String, _ value: String) {
        func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard isBlank(value.utf8.first) || isBlank(value.utf8.last) else {
            self.init(Name(name), value)
            return
        }
        let bytes = value.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        self.init(Name(name), String(decoding: Array(bytes), as: UTF8.self))
    }
}
