#if DEBUG
import Foundation

/// The decorators that a message has passed.
///
/// Debug builds warn about a wrong order, and about code that makes a new chain of decorators for each call.
package struct DecoratorOrder: Sendable {
    /// A decorator whose position in the chain matters.
    package enum Decorator: Sendable {
        case retrying, credentials
        /// A limit for calls, and a limit for hops. All decorators of calls run before the functions for hops.
        case limit, limitOfHop
        /// The part of a cache that responds to calls, and the part for each hop.
        case cache, cacheOfHop(storesSecrets: Bool)
    }

    private var isRetried = false
    private var isLimited = false
    private var isHopLimited = false
    private var hasCredentials = false

    /// The receiver of the warnings.
    package var warnings = OrderWarnings.standard

    /// Records that the message passes a decorator.
    ///
    /// A message passes the decorators of a chain from the last to the first.
    ///
    /// - Parameters:
    ///   - decorator: The decorator.
    ///   - state: The object that the decorator keeps between calls; `nil` if no state is lost with the chain.
    package mutating func pass(_ decorator: Decorator, keeping state: (any AnyObject & Sendable)? = nil) {
        if let state { warnings.noteUse(of: state) }
        switch decorator {
        case .retrying:
            if isRetried { warnings.warn(.retryingTwice) }
            isRetried = true
        case .limit:
            isLimited = true
        case .limitOfHop:
            isHopLimited = true
        case .credentials:
            hasCredentials = true
        case .cache:
            if isLimited { warnings.warn(.limitAfterCache) }
        case .cacheOfHop(let storesSecrets):
            if isHopLimited { warnings.warn(.limitAfterCache) }
            if hasCredentials, !storesSecrets { warnings.warn(.credentialsOnDisk) }
        }
    }
}

/// Prints each warning once.
package final class OrderWarnings: Sendable {
    /// A mistake in a chain of decorators, with advice.
    package enum Mistake: String, Sendable {
        case retryingTwice = """
            a transport chain contains retrying() twice, but only the last retrying() has an effect: remove the first
            """
        case limitAfterCache = """
            a limit comes after caching(in:) in a transport chain, so the limit also applies to responses from the \
            cache: put the limit before caching(in:)
            """
        case credentialsOnDisk = """
            a cache on disk doesn't store responses to requests with credentials: use a cache in memory, or pass \
            storesSecrets: true
            """
        case chainForEachCall = """
            many calls in a row each used a new transport chain, so the calls don't share caches, rate limits, retry \
            budgets or token refreshes: create the chain only once
            """
    }

    /// The maximum number of calls in a row that each use a new state, before a warning is printed.
    private static let callLimit = 20

    /// The use of the states of one type of decorator.
    private struct Uses {
        weak var last: (any AnyObject & Sendable)?
        /// The number of states in a row that only one call used.
        var singles = 0
    }

    /// The receiver that prints to standard error.
    package static let standard = OrderWarnings { text in
        FileHandle.standardError.write(
            Data("Requests (only in debug builds): \(text). See \"The order of decorators\".\n".utf8))
    }

    private let uses = Guarded<[ObjectIdentifier: Uses]>([:])
    private let written = Guarded<Set<Mistake>>([])
    private let write: @Sendable (String) -> Void

    package init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Records that a call uses the state of a decorator.
    ///
    /// Several states may exist at the same time, in different chains: this is not a mistake.
    fileprivate func noteUse(of state: any AnyObject & Sendable) {
        let isLast = uses.withLock { uses in
            var use = uses[ObjectIdentifier(type(of: state))] ?? Uses()
            use.singles = use.last == nil ? use.singles + 1 : 0
            use.last = state
            uses[ObjectIdentifier(type(of: state))] = use
            return use.singles > Self.callLimit
        }
        if isLast { warn(.chainForEachCall) }
    }

    func warn(_ mistake: Mistake) {
        if written.withLock({ $0.insert(mistake).inserted }) { write(mistake.rawValue) }
    }
}
#endif
