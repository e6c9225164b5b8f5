import Foundation

/// Domains such as `com` and `co.uk`, under which anybody can register a name, so no cookie may be set for such a
/// domain.
struct PublicSuffixes {
    /// The kind of a domain.
    enum Kind {
        /// A domain with one owner.
        case owned
        /// A public suffix.
        case open
        /// A domain that looks like a public suffix.
        case unknown
    }

    private var suffixes: Set<String> = []
    private var wildcards: Set<String> = []
    private var exceptions: Set<String> = []

    /// Parses the lines of a list in the format of publicsuffix.org, including comments.
    init(_ lines: some Sequence<String>) {
        for line in lines {
            guard let rule = line.split(whereSeparator: \.isWhitespace).first, !rule.hasPrefix("//") else { continue }
            if rule.hasPrefix("!") {
                exceptions.insert(Self.ascii(rule.dropFirst()))
            } else if rule.hasPrefix("*.") {
                wildcards.insert(Self.ascii(rule.dropFirst(2)))
            } else {
                suffixes.insert(Self.ascii(rule))
            }
        }
    }

    /// Returns the kind of a domain in lower case.
    func kind(of domain: String) -> Kind {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count == 1 { return .open }
        if exceptions.contains(domain) { return .owned }
        if suffixes.contains(domain) || wildcards.contains(labels.dropFirst().joined(separator: ".")) { return .open }
        guard suffixes.isEmpty, wildcards.isEmpty else { return .owned }
        // Without a list, this rule matches `co.uk`, `com.au` and `ac.jp`, but few domains that have one owner.
        return labels.count == 2 && labels[1].utf8.count == 2 && labels[0].utf8.count <= 3 ? .unknown : .owned
    }

    /// Returns a domain as in a URL: in lower case and in ASCII.
    private static func ascii(_ domain: Substring) -> String {
        if domain.utf8.allSatisfy({ $0 < 0x80 }) { return domain.lowercased() }
        let url = URL(string: "http://\(domain)/")?.absoluteString
        return url.flatMap { URLText.authority(of: $0) }.map { $0.lowercased() } ?? domain.lowercased()
    }
}
