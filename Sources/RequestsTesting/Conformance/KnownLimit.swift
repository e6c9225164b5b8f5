/// What a transport can't do, and why: a case that it does not pass, by name.
///
/// A limit is held to what happens: one that passes is a failure, so that the table says what is so.
public struct KnownLimit: Sendable, Hashable {
    /// How a case of a known limit ends.
    public enum Kind: String, Sendable {
        /// It fails, every time.
        case fails
        /// It may fail, and may pass.
        case varies
        /// It ends the process, and is not run in one that has anything else to do.
        case endsProcess
        /// It says nothing of the transport, such as a case about connections of one that makes none, and is not run.
        case doesNotApply
    }

    /// How the case ends.
    public let kind: Kind

    /// Why, in a few words for the matrix.
    public let reason: String

    /// Makes a limit.
    public init(_ reason: String, kind: Kind = .fails) {
        self.kind = kind
        self.reason = reason
    }
}

/// The known limits of a transport, by the cases that they concern.
public struct KnownLimits: Sendable, ExpressibleByDictionaryLiteral {
    private var limits: [(pattern: String, limit: KnownLimit)] = []

    /// Makes a table of patterns and limits.
    ///
    /// - Parameter elements: The id of a case, or a beginning of it that ends with `*`; the first that fits counts.
    public init(dictionaryLiteral elements: (String, KnownLimit)...) {
        limits = elements.map { (pattern: $0.0, limit: $0.1) }
    }

    /// The limit that concerns a case; `nil` where it has to pass.
    public subscript(id: ConformanceCase.ID) -> KnownLimit? {
        limits.first { KnownLimits.matches($0.pattern, id) }?.limit
    }

    /// The patterns that concern no case, which are errors in the table.
    public var unused: [String] {
        limits.map(\.pattern).filter { pattern in
            !TransportConformance.cases.contains { KnownLimits.matches(pattern, $0.id) }
        }
    }

    private static func matches(_ pattern: String, _ id: String) -> Bool {
        pattern.hasSuffix("*") ? id.hasPrefix(pattern.dropLast()) : id == pattern
    }
}
