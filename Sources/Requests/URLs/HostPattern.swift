/// A host, or a pattern of hosts: `*.example.com` or `**.example.com`.
struct HostPattern {
    /// The names that a pattern matches besides its own.
    private enum Breadth {
        /// No others.
        case exact
        /// Those with one more label; then its name itself doesn't match.
        case oneLabel
        /// Those with any number of labels more.
        case anyLabels
    }

    private let name: String
    private let breadth: Breadth

    /// Reads a pattern; `nil` if it isn't valid.
    init?(_ text: String) {
        breadth = text.hasPrefix("**.") ? .anyLabels : text.hasPrefix("*.") ? .oneLabel : .exact
        let host = text.drop { $0 == "*" }
        guard let name = Self.canonical(breadth == .exact ? text : String(host.dropFirst())) else { return nil }
        // No name is below an address.
        let label = name.utf8.split(separator: UInt8(ascii: ".")).last
        let isAddress = name.contains(":") || label?.allSatisfy { 0x30...0x39 ~= $0 } == true
        if breadth != .exact, isAddress { return nil }
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

    /// Returns the form of a host in which equal hosts have equal texts; `nil` if it isn't a valid host.
    ///
    /// It is in lower case, without a dot at the end, and without the brackets and the zone of an IPv6 address.
    static func canonical(_ host: String) -> String? {
        var name = host.utf8.map(\.asciiLowercased)
        if name.contains(UInt8(ascii: ":")) { return address(name[...]) }
        if name.count > 1, name.last == UInt8(ascii: ".") { name.removeLast() }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isValid = labels.allSatisfy { label in
            !label.isEmpty
                && label.allSatisfy { $0.isASCIILetter || 0x30...0x39 ~= $0 || "-_".utf8.contains($0) }
        }
        return isValid ? String(decoding: name, as: UTF8.self) : nil
    }

    /// Returns an IPv6 address as eight numbers; `nil` if it isn't valid.
    private static func address(_ text: ArraySlice<UInt8>) -> String? {
        var text = text
        if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { text = text.dropFirst().dropLast() }
        text = text.prefix { $0 != UInt8(ascii: "%") }
        let halves = halves(of: text)
        guard let left = numbers(halves.left), let right = numbers(halves.right ?? []) else { return nil }
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

    /// Returns the numbers between colons, of which the last two may be an IPv4 address.
    private static func numbers(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var numbers: [UInt16] = []
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let bytes = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .compactMap { UInt8(String(decoding: $0, as: UTF8.self)) }
            if index == parts.count - 1, part.contains(UInt8(ascii: ".")), bytes.count == 4 {
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
