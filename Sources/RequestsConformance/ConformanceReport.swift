/// The results of the suite for one transport, as text that can be stored beside the code and compared.
public struct ConformanceReport: Sendable {
    /// The name of the transport.
    public let name: String

    /// The known limits by case ID; an empty string for a case that passes.
    private let results: [ConformanceCase.ID: String]

    init(name: String, outcomes: [ConformanceCase.ID: ConformanceRun.Outcome]) {
        self.name = name
        results = outcomes.mapValues { outcome in
            switch outcome {
            case .passed: ""
            case .limited(let limit): Self.prefixes[limit.kind, default: ""] + limit.reason
            case .failed: "FAILED"
            }
        }
    }

    /// The prefixes of the reasons, for those kinds of limits that need a prefix.
    private static let prefixes: [KnownLimit.Kind: String] = [
        .endsProcess: "ends the process: ", .doesNotApply: "does not apply: ",
    ]

    /// Returns whether a result has the prefix of a kind of limit.
    private static func isLimit(_ result: String, _ kind: KnownLimit.Kind) -> Bool {
        prefixes[kind].map(result.hasPrefix) ?? false
    }

    /// Reads a report from its text.
    public init(_ text: String) {
        let lines = text.split(separator: "\n")
        name = lines.first.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? ""
        let pairs = lines.dropFirst().map { line -> (String, String) in
            let parts = line.split(separator: "\t", maxSplits: 1)
            return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
        }
        results = Dictionary(pairs) { first, _ in first }
    }

    /// The report as text: the name, and one line per case in the order of the suite.
    ///
    /// Each line contains the ID of the case and, after a tab, its known limit or `FAILED`.
    public var text: String {
        let lines = TransportConformance.cases.compactMap { conformanceCase in
            results[conformanceCase.id].map { $0.isEmpty ? conformanceCase.id : "\(conformanceCase.id)\t\($0)" }
        }
        return (["# \(name)"] + lines).joined(separator: "\n") + "\n"
    }

    /// The cases that failed without a known limit.
    public var failures: [ConformanceCase.ID] {
        TransportConformance.cases.map(\.id).filter { results[$0] == "FAILED" }
    }

    /// Returns the results of several transports as Markdown: one table per group, each followed by the reasons for the
    /// limits.
    public static func matrix(of reports: [ConformanceReport]) -> String {
        let groups = ConformanceGroup.allCases.map { group in
            var notes: [String] = []
            let rows = TransportConformance.cases.filter { $0.group == group }.map { conformanceCase in
                let cells = reports.map { report in
                    guard let result = report.results[conformanceCase.id] else { return "not run" }
                    guard !result.isEmpty else { return "✓" }
                    let number = (notes.firstIndex(of: result) ?? notes.count) + 1
                    if number > notes.count { notes.append(result) }
                    return isLimit(result, .doesNotApply) ? "– (\(number))" : "✗ (\(number))"
                }
                return "| \(escaped(conformanceCase.name)) | \(cells.joined(separator: " | ")) |"
            }
            let heading = "| | \(reports.map(\.name).joined(separator: " | ")) |"
            let rule = "|---|\(String(repeating: "---|", count: reports.count))"
            let reasons = notes.enumerated().map { "\($0.offset + 1). \($0.element)" }
            return (["### \(group.title)", "", heading, rule] + rows + (reasons.isEmpty ? [] : [""] + reasons))
                .joined(separator: "\n")
        }
        return ([totals(of: reports)] + groups).joined(separator: "\n\n") + "\n"
    }

    private static func totals(of reports: [ConformanceReport]) -> String {
        let rows = reports.map { report in
            let passed = report.results.values.count(where: \.isEmpty)
            let deadly = report.results.values.count { isLimit($0, .endsProcess) }
            let others = report.results.values.count { isLimit($0, .doesNotApply) }
            let limits = report.results.count - passed - deadly - others
            return "| \(report.name) | \(passed) | \(limits) | \(deadly) | \(others) |"
        }
        let heading = "| | passed | known limits | ends the process | does not apply |"
        return ([heading, "|---|---|---|---|---|"] + rows).joined(separator: "\n")
    }

    /// Returns a text as code if it contains characters with a meaning in Markdown or DocC.
    private static func escaped(_ text: String) -> String {
        let marked = text.contains { "|*_<>`[]{}#".contains($0) || $0 == "\\" }
        return marked ? "`\(text.replacing("|", with: "\\|").replacing("`", with: "'"))`" : text
    }
}
