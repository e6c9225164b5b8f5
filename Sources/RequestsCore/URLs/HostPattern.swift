/// A host, or a pattern of hosts: `*.example.com` or `**.example.com`.
struct HostPattern {
    /// The hosts that a pattern matches besides its `name`.
    private enum Breadth {
        /// No other hosts.
        case exact
        /// Hosts with one more label; the `name` itself doesn't match.
        case oneLabel
        /// Hosts with any number of additional labels.
        case anyLabels
    }

    private let name: String
    private let breadth: Breadth

    /// Reads a pattern; `nil` if it isn't valid.
    init?(_ text: String) {
        breadth = text.hasPrefix("**.") ? .anyLabels : text.hasPrefix("*.") ? .oneLabel : .exact
        let host = text.drop { $0 == "*" }
        guard let name = Self.canonical(breadth == .exact ? text : String(host.dropFirst())) else { return nil }
        // An IP address has no subdomains.
        if breadth != .exact, name.contains(":") || Self.ipv4(name.utf8[...]) != nil { return nil }
        self.name = name
    }

    /// Returns whether the pattern matches a host in its canonical form.
    func matches(_ host: String) -> Bool {
        switch breadth {
        case .exact: host == name
        case .oneLabel: host.hasSuffix("." + name) && !host.dropLast(name.count + 1).contains(".")
        case .anyLabels: host == name || host.hasSuffix("." + name)
        }
    }

    /// Returns the canonical form of a host, so that equal hosts have equal strings; `nil` if the host isn't valid.
    ///
    /// The form is in lower case, without a dot at the end, and without the brackets and the zone of an IPv6 address.
    /// Systems also read strings such as `127.1` and `0x7f000001` as IPv4 addresses, but only the usual form is valid
    /// here.
    static func canonical(_ host: String) -> String? {
        var name = host.utf8.map(\.asciiLowercased)
        if name.contains(UInt8(ascii: ":")) { return address(name[...]) }
        if name.count > 1, name.last == UInt8(ascii: ".") { name.removeLast() }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isValid = labels.allSatisfy { label in
            !label.isEmpty
                && label.allSatisfy { $0.isASCIILetter || 0x30...0x39 ~= $0 || "-_".utf8.contains($0) }
        }
        guard isValid, labels.last.map(isNumber) != true || ipv4(name) != nil else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns whether browsers treat a host with this last label as an IPv4 address.
    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        if label.starts(with: "0x".utf8) { return label.dropFirst(2).allSatisfy(\.isHexDigit) }
        return label.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Returns the four numbers of an IPv4 address in its usual form; `nil` for any other string.
    private static func ipv4(_ text: some Collection<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            let isDecimal = part.allSatisfy { 0x30...0x39 ~= $0 } && (part.count == 1 || part.first != 0x30)
            return isDecimal ? UInt8(String(decoding: part, as: UTF8.self)) : nil
        }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    /// Returns an IPv6 address as eight numbers; `nil` if the address isn't valid.
    private static func address(_ text: ArraySlice<UInt8>) -> String? {
        var text = text
        if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { text = text.dropFirst().dropLast() }
        text = text.prefix { $0 != UInt8(ascii: "%") }
        let halves = halves(of: text)
        guard let left = numbers(halves.left, isEnd: halves.right == nil),
            let right = numbers(halves.right ?? [], isEnd: true)
        else { return nil }
        let missing = 8 - left.count - right.count
        guard halves.right == nil ? missing == 0 : missing > 0 else { return nil }
        let all = left + Array(repeating: 0, count: missing) + right
        return all.map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// Returns the text before and after `::`.
    private static func halves(of text: ArraySlice<UInt8>) -> (left: ArraySlice<UInt8>, right: ArraySlice<UInt8>?) {
        let colon = UInt8(ascii: ":")
        let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
        return gap.map { (text[..<$0], text[($0 + 2)...]) } ?? (text, nil)
    }

    /// Returns the numbers between colons; at the end of the whole address, an IPv4 address represents two numbers.
    private static func numbers(_ text: ArraySlice<UInt8>, isEnd: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var numbers: [UInt16] = []
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if isEnd, index == parts.count - 1, let bytes = ipv4(part) {
                numbers.append(UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
                numbers.append(UInt16(bytes[2]) << 8 | UInt16(bytes[3]))
            } else if 1...4 ~= part.count, part.allSatisfy(\.isHexDigit),
                let number = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            {
                numbers.append(number)
            } else {
                return nil
            }
        }
        return numbers
    }
}
