import Requests

extension DocumentComparison {
    /// Compares the credentials that an operation requires: a list of alternatives, each with one or more schemes.
    mutating func compareSecurity(_ old: JSONValue?, _ new: JSONValue?) {
        if old == new { return }
        let (before, after) = (Self.alternatives(old), Self.alternatives(new))
        let isOpen = (before.contains { $0.isEmpty }, after.contains { $0.isEmpty })
        if isOpen == (true, false) { note("security-required", "security") }
        if isOpen == (false, true) { note("security-dropped", "security") }
        let kept = Dictionary(after.map { (Set($0.keys), $0) }, uniquingKeysWith: { first, _ in first })
        for alternative in before where !alternative.isEmpty {
            let name = Self.name(of: alternative)
            guard let counterpart = kept[Set(alternative.keys)] else {
                // If the new document requires no credentials, sending the old credentials is harmless.
                if after != [[:]] { note("security-alternative-removed", "security", old: .string(name)) }
                continue
            }
            for (scheme, scopes) in alternative.sorted(by: { $0.key < $1.key }) {
                let others = counterpart[scheme] ?? []
                for scope in others.subtracting(scopes).sorted() {
                    note("security-scope-added", "security \(scheme)", new: .string(scope))
                }
                for scope in scopes.subtracting(others).sorted() {
                    note("security-scope-removed", "security \(scheme)", old: .string(scope))
                }
            }
        }
        let known = Set(before.map { Set($0.keys) })
        for alternative in after where !alternative.isEmpty && !known.contains(Set(alternative.keys)) {
            // Newly required credentials are already reported as `security-required`.
            if before == [[:]], !isOpen.1 { continue }
            note("security-alternative-added", "security", new: .string(Self.name(of: alternative)))
        }
    }

    /// Returns the scopes by scheme for each alternative; without a requirement, a single alternative without schemes.
    private static func alternatives(_ value: JSONValue?) -> [[String: Set<String>]] {
        let alternatives = (value?.array ?? []).map { requirement in
            Dictionary(
                (requirement.object ?? [:]).map { ($0.key, Set($0.value.array?.compactMap(\.string) ?? [])) },
                uniquingKeysWith: { first, _ in first })
        }
        return alternatives.isEmpty ? [[:]] : alternatives
    }

    private static func name(of alternative: [String: Set<String>]) -> String {
        alternative.keys.sorted().joined(separator: " and ")
    }

    /// Compares the definitions of the schemes.
    mutating func compareSchemes(_ old: JSONValue.Object, _ new: JSONValue.Object) {
        for name in Self.union(old, new) {
            let location = "security scheme \(name)"
            guard let before = old[name].map(self.old.resolved)?.object,
                let after = new[name].map(self.new.resolved)?.object
            else {
                note(old[name] == nil ? "security-scheme-added" : "security-scheme-removed", location)
                continue
            }
            for member in after.differences(from: before) {
                let rule =
                    switch member {
                    case "description", "deprecated": "security-words-changed"
                    case "flows", "openIdConnectUrl", "oauth2MetadataUrl": "security-flow-changed"
                    case _ where member.hasPrefix("x-"): "extension-changed"
                    case "scheme" where before[member]?.string?.lowercased() == after[member]?.string?.lowercased():
                        "security-words-changed"
                    case "bearerFormat": "security-words-changed"
                    default: "security-scheme-changed"
                    }
                note(rule, "\(location), \(member)")
            }
        }
    }
}
