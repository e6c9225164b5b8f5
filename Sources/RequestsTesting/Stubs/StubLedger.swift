import Requests

/// Counts the requests for each stubbed response, and records their inputs.
final class StubLedger: Sendable {
    private struct Entries {
        var counts: [Int: Int] = [:]
        /// The highest index of a used response.
        var position = 0
        var inputs: [String: [any Sendable]] = [:]

        /// Returns the reason why a response is not next in order; `nil` if it is next.
        func refusal(of index: Int, _ limits: [StubCount]) -> Decision? {
            guard index >= position else { return .tooLate(after: position) }
            return (position..<index).first { counts[$0, default: 0] < limits[$0].minimum }.map {
                .tooEarly(before: $0)
            }
        }
    }

    private let entries = Guarded(Entries())

    /// The decision for a request with matching responses.
    enum Decision: Equatable {
        /// The request receives this response.
        case taken(Int)
        /// Each matching response was used as often as allowed.
        case usedUp
        /// This response must be used first.
        case tooEarly(before: Int)
        /// This response was already used, so the order does not allow an earlier response.
        case tooLate(after: Int)
    }

    /// Uses the first matching response that is not used up.
    ///
    /// - Parameters:
    ///   - indices: The matching responses.
    ///   - limits: The number of times that each response may be used.
    ///   - isInOrder: Indicates whether all earlier responses must have been used often enough.
    /// - Returns: The response, or the reason why no matching response can be used.
    func take(_ indices: [Int], _ limits: [StubCount], inOrder isInOrder: Bool) -> Decision {
        entries.withLock { entries in
            var refusal = Decision.usedUp
            for index in indices where entries.counts[index, default: 0] < limits[index].maximum ?? .max {
                if let reason = isInOrder ? entries.refusal(of: index, limits) : nil {
                    // Keep the reason `tooEarly`, which helps more than `tooLate`.
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
