/// The outcomes of all kinds of values in all styles, as a text that is recorded in a file.
package struct ValueTable {
    /// The rows, and the number of cells with each outcome.
    package private(set) var text = ""

    /// A cell whose value was changed, or rejected without the name of the property.
    package private(set) var problems: [String] = []

    /// Makes the table for the given places; by default, for all places of the endpoints.
    package init(only places: [any ValuePlace] = []) async {
        var counts: [Character: Int] = [:]
        for kind in ValueKind.all {
            var outcomes: [(place: String, letters: String)] = []
            for style in ValueStyle.all {
                for cell in await kind.cells(style, only: places) {
                    counts[cell.outcome.letter, default: 0] += 1
                    if let problem = Self.problem(of: cell.outcome) {
                        problems.append(
                            "\(kind.name) in \(cell.place), \(style.name), \(cell.sample.prefix(60)): \(problem)")
                    }
                    if let index = outcomes.firstIndex(where: { $0.place == cell.place }) {
                        outcomes[index].letters.append(cell.outcome.letter)
                    } else {
                        outcomes.append((cell.place, String(cell.outcome.letter)))
                    }
                }
            }
            for outcome in outcomes { text += "\(kind.name) | \(outcome.place) | \(outcome.letters)\n" }
        }
        text += "equal: \(counts["="] ?? 0), rejected: \(counts["x"] ?? 0), silent: \(counts["!"] ?? 0)\n"
    }

    private static func problem(of outcome: ValueOutcome) -> String? {
        switch outcome {
        case .equal: nil
        case .rejected(let message): namesProperty(message) ? nil : message
        case .silent(let value): "became \(value.prefix(200))"
        }
    }

    private static func namesProperty(_ message: String) -> Bool {
        // The name isn't part of a path, so the error shows the whole path.
        ["sampleID", "sample_id", "Sample-Id", "x-sampleID", "(in /path/"].contains { message.contains($0) }
    }
}
