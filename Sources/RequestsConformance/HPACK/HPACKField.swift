/// A field of a header block, whose value can be any bytes.
struct HPACKField: Sendable, Hashable {
    var name: String
    var value: [UInt8]

    init(_ name: String, _ value: [UInt8]) {
        self.name = name
        self.value = value
    }

    init(_ name: String, _ value: String) {
        self.init(name, Array(value.utf8))
    }

    /// The value as text; bytes that are not UTF-8 become replacement characters.
    var text: String { String(decoding: value, as: UTF8.self) }

    /// The size of the field in a table (RFC 7541, section 4.1).
    var size: Int { name.utf8.count + value.count + 32 }
}
