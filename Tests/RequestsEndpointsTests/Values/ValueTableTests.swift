import Foundation
import Requests
import Testing

/// Each kind of values in each place and style: the value comes back equal, or an error names the property.
@Suite("Values in every place", .timeLimit(.minutes(3))) struct ValueTableTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "values.recorded")

    /// Compares the outcomes with the file.
    ///
    /// With `REQUESTS_RECORD=1` in the environment, the test writes the file.
    @Test func `a value comes back equal, or an error names its property`() async throws {
        var lines: [String] = []
        var counts: [Character: Int] = [:]
        for kind in ValueKind.all {
            var outcomes: [(place: String, letters: String)] = []
            for style in ValueStyle.all {
                for cell in await kind.cells(style) {
                    counts[cell.outcome.letter, default: 0] += 1
                    let cellName =
                        "\(kind.testDescription) in \(cell.place), \(style.testDescription), \(cell.sample.prefix(60))"
                    switch cell.outcome {
                    case .equal: break
                    case .rejected(let message): #expect(namesProperty(message), "\(cellName): \(message)")
                    case .silent(let value): Issue.record("\(cellName) became \(value.prefix(200))")
                    }
                    if let index = outcomes.firstIndex(where: { $0.place == cell.place }) {
                        outcomes[index].letters.append(cell.outcome.letter)
                    } else {
                        outcomes.append((cell.place, String(cell.outcome.letter)))
                    }
                }
            }
            lines += outcomes.map { "\(kind.testDescription) | \($0.place) | \($0.letters)" }
        }
        lines.append("equal: \(counts["="] ?? 0), rejected: \(counts["x"] ?? 0), silent: \(counts["!"] ?? 0)")
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1" {
            try Data(text.utf8).write(to: Self.file)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == text)
    }

    private func namesProperty(_ message: String) -> Bool {
        // A path has no names, so an error shows the whole path.
        ["sampleID", "sample_id", "Sample-Id", "x-sampleID", "(in /path/"].contains { message.contains($0) }
    }
}
