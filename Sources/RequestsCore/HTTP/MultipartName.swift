/// The name of a part, or of its file, between quotes.
enum MultipartName {
    /// Returns the value of a part's Content-Disposition (RFC 7578, section 4.2).
    static func disposition(_ name: String, fileName: String?) -> String {
        #"form-data; name="\#(escaped(name))""# + (fileName.map { #"; filename="\#(escaped($0))""# } ?? "")
    }

    /// Returns the name with quotes and line breaks escaped, as browsers do (WHATWG HTML, section "Multipart form data").
    ///
    /// Otherwise a quote in the name would end the quoted string.
    private static func escaped(_ name: String) -> String {
        var bytes: [UInt8] = []
        name.withBytes { name in
            bytes.append(upTo: 3 * name.count) { writer in
                for byte in name {
                    switch byte {
                    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\""): writer.write(escaped: byte)
                    default: writer.write(byte)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The advice for a name that looks escaped.
    static let remedy = "remove `%22`, `%0D`, `%0A` and backslashes from the name"

    /// Returns whether a name is read back unchanged; `false` for a name that looks escaped.
    static func isReadBack(_ name: String) -> Bool {
        !["%22", "%0D", "%0A", #"\\"#].contains { name.utf8.contains($0.utf8) } && name.utf8.last != UInt8(ascii: "\\")
    }
}
