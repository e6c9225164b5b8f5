import Requests

/// How often each answer of a stub was asked for, and with what.
final class StubLedger: Sendable {
    private struct Entries {
        var counts: [Int: Int] = [:]
        /// Where in the order the last request stood.
        var position = 0
        var inputs: [String: [any Sendable]] = [:]
    }

    private let entries = Guarded(Entries())

    /// Takes the first answer that fits and is not used up.
    ///
    /// - Parameters:
    ///   - indices: Those that fit.
    ///   - limits: How often each may be asked for.
    ///   - isInOrder: Whether all before it must have been asked for as often as they must.
    /// - Returns: The index of the answer; `nil` where none is left.
    func take(_ indices: [Int], _ limits: [StubCount], inOrder isInOrder: Bool) -> Int? {
        entries.withLock { entries in
            let index = indices.first { index in
                guard entries.counts[index, default: 0] < limits[index].maximum ?? .max else { return false }
                guard isInOrder else { return true }
                return index >= entries.position
                    && (entries.position..<index).allSatisfy { entries.counts[$0, default: 0] >= limits[$0].minimum }
            }
            guard let index else { return nil }
            entries.counts[index, default: 0] += 1
            entries.position = max(entries.position, index)
            return index
        }
    }

    func count(of index: Int) -> Int { entries.withLock { $0.counts[index] ?? 0 } }

    func note(_ input: some Sendable, of name: String) {
        entries.withLock { $0.inputs[name, default: []].append(input) }
    }

    func inputs(of name: String) -> [any Sendable] { entries.withLock { $0.inputs[name] ?? [] } }
}
