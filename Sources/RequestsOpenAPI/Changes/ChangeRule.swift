/// A rule for comparing documents: a kind of change, with its verdict and reason.
struct ChangeRule: Sendable {
    let id: String
    let verdict: OpenAPI.Verdict
    let reason: String
    /// Indicates whether the rule applies when a client's declarations are compared with a provider's document.
    private(set) var isDrift = false

    /// The groups of rules with their titles, as in the table on the page.
    static let groups: [(title: String, rules: [ChangeRule])] = [
        ("Paths and operations", operations), ("The whole API", api), ("Parameters", parameters),
        ("Bodies of requests", bodies), ("Responses", responses), ("Security", security),
        ("Schemas of inputs", inputs), ("Schemas of outputs", outputs), ("All schemas", schemas),
    ]

    /// Returns the rule with a name.
    static func named(_ id: String) -> ChangeRule {
        byName[id] ?? .clients(id, "Clients may fail: the effect of this change is unknown.")
    }

    private static let byName = Dictionary(
        groups.flatMap(\.rules).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}

extension ChangeRule {
    /// Makes a rule for a change that breaks clients.
    static func clients(_ id: String, _ reason: String) -> ChangeRule {
        ChangeRule(id: id, verdict: .breakingForClients, reason: reason)
    }

    /// Makes a rule for a change that breaks servers.
    static func servers(_ id: String, _ reason: String) -> ChangeRule {
        ChangeRule(id: id, verdict: .breakingForServers, reason: reason)
    }

    /// Makes a rule for a change that breaks nothing.
    static func compatible(_ id: String, _ reason: String) -> ChangeRule {
        ChangeRule(id: id, verdict: .compatible, reason: reason)
    }

    /// Makes a rule for a change of the documentation.
    static func words(_ id: String, _ reason: String) -> ChangeRule {
        ChangeRule(id: id, verdict: .documentationOnly, reason: reason)
    }

    /// A copy of the rule that also applies to a client's declarations.
    var drift: ChangeRule {
        var copy = self
        copy.isDrift = true
        return copy
    }
}
