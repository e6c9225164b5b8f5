import Requests

/// How often each answer of a stub was asked for, and with what.
final class StubLedger: Sendable {
    private struct Entries {
        var counts: [Int: Int] = [:]
        /// Where in the order the last request stood.
        var position = 0
        var inputs: [String: [any Sendable]] = [:]

        /// Why an answer is not the next in order; `nil` where it is.
        func refusal(of index: Int, _ limits: [StubCount]) -> Decision? {
            guard index >= position else { return .tooLate(after: position) }
            return (position..<index).first { counts[$0, default: 0] < limits[$0].minimum }.map {
                .tooEarly(before: $0)
            }
        }
    }

    private let entries = Guarded(Entries())

    /// What becomes of a request for which there are answers.
    enum Decision: Equatable {
        /// It gets this one.
        case taken(Int)
        /// Each was given as often as it may be.
        case usedUp
        /// In order, this one goes first.
        case tooEarly(before: Int)
        /// In order, this one was asked for already.
        case tooLate(after: Int)
    }

    /// Takes the first answer that fits and is not used up.
    ///
    /// - Parameters:
    ///   - indices: Those that fit.
    ///   - limits: How often each may be asked for.
    ///   - isInOrder: Whether all before it must have been asked for as often as they must.
    /// - Returns: The answer, or why there is none.
    func take(_ indices: [Int], _ limits: [StubCount], inOrder isInOrder: Bool) -> Decision {
        entries.withLock { entries in
            var refusal = Decision.usedUp
            for index in indices where entries.counts[index, default: 0] < limits[index].maximum ?? .max {
                if let reason = isInOrder ? entries.refusal(of: index, limits) : nil {
                    // That it may still come tells more than that it is over.
                    if case .tooEarly = refusal { continue }
                    refusal = reason
                    continue
                }
                entries.counts[index, default: 0] += 1
                entries.position = max(entries.position, index)
                return .taken(index)
            }
            return refusal
        }
    }

    func count(of index: Int) -> Int { entries.withLock { $0.counts[index] ?? 0 } }

    func note(_ input: some Sendable, of name: String) {
        entries.withLock { $0.inputs[name, default: []].append(input) }
    }

    func inputs(of name: String) -> [any Sendable] { entries.withLock { $0.inputs[name] ?? [] } }
}
