/// A link in the header of a response (RFC 8288).
///
/// ```swift
/// head.links.first { $0.relations.contains("next") }?.target
/// ```
public struct Link: Hashable, Sendable {
    /// The absolute URL of the link's target.
    public let target: String

    /// The relation types, in lower case: `next`, `last`, or a URL.
    public let relations: [String]

    /// The other parameters, such as `title`, keyed by their names in lower case.
    public let parameters: [String: String]

    /// Makes a link.
    package init(target: String, relations: [String], parameters: [String: String] = [:]) {
        self.target = target
        self.relations = relations
        self.parameters = parameters
    }
}

extension Link: RedactedDescription {
    /// The link in the field's format, with sensitive items of its URL hidden: `<https://api.example.com/2>; rel="next"`.
    public var description: String {
        let others = Array(parameters).sorted(byText: \.key).map { "; \($0.key)=\"\($0.value)\"" }.joined()
        let text = "<\(Redaction.url(target, hiding: []))>; rel=\"\(relations.joined(separator: " "))\"" + others
        return text.withoutControls
    }

    /// The mirror for `dump`, with sensitive items of the URL hidden.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["target": Redaction.url(target, hiding: []), "relations": relations, "parameters": parameters],
            displayStyle: .struct)
    }
}

extension ResponseHead {
    /// The links in the `Link` fields, except malformed links, and links with an `anchor`, which start at a different
    /// resource.
    public var links: [Link] {
        header[values: .link].flatMap { LinkReader.links(in: $0, baseURL: urlText) }
    }
}

/// Reads the links in one field: `<target>; rel="next"; title="a, b", <…>; …` (RFC 8288, section 3).
private enum LinkReader {
    static func links(in line: String, baseURL: String) -> [Link] {
        var links: [Link] = []
        var rest = Array(line.utf8)[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            let target = rest[(start + 1)..<end]
            rest = rest[(end + 1)...]
            let parameters = HeaderListElement.take(from: &rest)
            if let link = link(to: target, parameters, baseURL) { links.append(link) }
        }
        return links
    }

    private static func link(to target: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, _ baseURL: String) -> Link? {
        var parameters: [String: String] = [:]
        for (name, value) in ParameterReader(String(decoding: text, as: UTF8.self)).parameters {
            // If a parameter occurs twice, the first counts (RFC 8288, section 3.3).
            let name = name.lowercased()
            if parameters[name] == nil { parameters[name] = value }
        }
        let relations = (parameters.removeValue(forKey: "rel") ?? "").lowercased().split(separator: " ")
        guard parameters["anchor"] == nil, !relations.isEmpty,
            let reference = URLReference(String(decoding: target, as: UTF8.self))
        else { return nil }
        return Link(
            target: reference.resolved(against: baseURL), relations: relations.map(String.init), parameters: parameters
        )
    }
}
