import Foundation

extension WebCookie {
    /// Reads the value of one Set-Cookie field, as browsers do (RFC 6265bis, section 5.6).
    ///
    /// Text without a `=` is the value of a cookie with an empty name. The result is `nil` if name and value are empty,
    /// or if the text contains a control character or a byte that isn't UTF-8: such a cookie can't be sent back. If an
    /// attribute occurs several times, the last one counts. Unknown attributes are ignored.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }), !text.hasLostBytes else { return nil }
        var parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).makeIterator()
        guard let pair = parts.next().map(Self.pair), !pair.name.isEmpty || pair.value?.isEmpty == false else {
            return nil
        }
        self.init(received: pair.value == nil ? "" : pair.name, pair.value ?? pair.name)
        while let (name, value) = parts.next().map(Self.pair) { read(name.lowercased(), value ?? "") }
    }

    /// Reads the Cookie fields of a request (RFC 6265, section 4.2.1); a part without a `=` is a cookie without a name.
    package static func list(in lines: [String]) -> [WebCookie] {
        lines.flatMap { line in
            line.utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
                let (name, value) = pair(in: part)
                if let value { return WebCookie(received: name, value) }
                return name.isEmpty ? nil : WebCookie(received: "", name)
            }
        }
    }

    /// Splits a pair at its first `=`; the value is `nil` if there is no `=`.
    private static func pair(in part: Substring.UTF8View) -> (name: String, value: String?) {
        let equals = part.firstIndex(of: UInt8(ascii: "="))
        let value = equals.map { part[part.index(after: $0)...] }
        return (trimmed(part[..<(equals ?? part.endIndex)]), value.map(trimmed))
    }

    private mutating func read(_ attribute: String, _ value: String) {
        switch attribute {
        case "expires":
            if let seconds = CookieDate.seconds(of: value) {
                expires = Date(timeIntervalSince1970: TimeInterval(seconds))
            }
        case "max-age":
            if let seconds = Self.seconds(value) { maxAge = seconds }
        case "domain":
            let name = value.utf8.first == UInt8(ascii: ".") ? value.dropFirst() : value[...]
            if !name.isEmpty { domain = name.lowercased() }
        case "path":
            // Any other value means the path of the request.
            path = value.utf8.first == UInt8(ascii: "/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    /// Reads a number of seconds; a number out of range becomes the nearest `Int`.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text) ?? (digits.count == text.utf8.count ? .max : .min)
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        String(Substring(bytes).trimmingBlanks)
    }
}

/// Set-Cookie fields that Foundation joined by commas, although that isn't allowed (RFC 9110, section 5.3).
enum SetCookieText {
    /// Splits joined fields at each comma that is followed by a space, a name and `=`.
    ///
    /// The comma in an Expires attribute is followed by a day of the month, and a comma in a value isn't followed by a space.
    static func lines(ofJoined text: String) -> [String] {
        let bytes = text.utf8
        var lines: [String] = []
        var start = bytes.startIndex
        var index = start
        while let comma = bytes[index...].firstIndex(of: UInt8(ascii: ",")) {
            let next = bytes.index(after: comma)
            let name = bytes[next...].drop { $0 == 0x20 || $0 == 0x09 }
            let end = name.firstIndex { $0 == UInt8(ascii: "=") || !isPartOfName($0) }
            if let end, name.startIndex > next, end > name.startIndex, bytes[end] == UInt8(ascii: "=") {
                lines.append(String(text[start..<comma]))
                start = name.startIndex
            }
            index = end ?? bytes.endIndex
        }
        lines.append(String(text[start...]))
        return lines
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: ";")
    }
}
