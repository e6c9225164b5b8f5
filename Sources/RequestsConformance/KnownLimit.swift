/// A case that a transport does not pass, with the reason.
///
/// A limit of the kind ``Kind/fails`` is checked: if the case passes, the run fails. Therefore, the table stays
/// correct.
public struct KnownLimit: Sendable, Hashable {
    /// The outcome of a case with a known limit.
    public enum Kind: String, Sendable {
        /// The case fails every time.
        case fails
        /// The case may fail or pass.
        case varies
        /// The case ends the process, so a ``ConformanceRun`` doesn't run it.
        case endsProcess
        /// The case does not apply to the transport, and is not run: for example, a case about connections if the
        /// transport uses no connections.
        case doesNotApply
    }

    /// The kind of the limit.
    public let kind: Kind

    /// A short reason, for the matrix.
    public let reason: String

    /// Makes a limit.
    public init(_ reason: String, kind: Kind = .fails) {
        self.kind = kind
        self.reason = reason
    }
}

/// The known limits of a transport, by case.
public struct KnownLimits: Sendable, ExpressibleByDictionaryLiteral {
    private var limits: [(pattern: String, limit: KnownLimit)] = []

    /// Makes a table of patterns and limits.
    ///
    /// - Parameter elements: Each pattern is a case's ID, or a prefix of IDs followed by `*`. The first matching
    ///   pattern is used.
    public init(dictionaryLiteral elements: (String, KnownLimit)...) {
        limits = elements.map { (pattern: $0.0, limit: $0.1) }
    }

    /// The first limit whose pattern matches a case; `nil` if the case must pass.
    public subscript(id: ConformanceCase.ID) -> KnownLimit? {
        limits.first { KnownLimits.matches($0.pattern, id) }?.limit
    }

    /// The patterns that match no case, which are mistakes in the table.
    public var unused: [String] {
        limits.map(\.pattern).filter { pattern in
            !TransportConformance.cases.contains { KnownLimits.matches(pattern, $0.id) }
        }
    }

    private static func matches(_ pattern: String, _ id: String) -> Bool {
        pattern.hasSuffix("*") ? id.hasPrefix(pattern.dropLast()) : id == pattern
    }
}
