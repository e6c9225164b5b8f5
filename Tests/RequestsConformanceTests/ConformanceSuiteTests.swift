import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

@Suite("The conformance suite", .timeLimit(.minutes(1)))
struct ConformanceSuiteTests {
    @Test(arguments: Fault.allCases)
    func `a fault is found`(_ fault: Fault) async throws {
        let conformanceCase = try #require(TransportConformance.case(fault.caseID))
        try await conformanceCase.run(on: FaultyTransport())
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await conformanceCase.run(on: FaultyTransport(fault: fault), for: .seconds(2))
        }
        #expect(failure?.expected.isEmpty == false)
        #expect(failure?.actual.isEmpty == false)
    }

    @Test(arguments: [
        (Fault.endsBrokenBodies, "cancelling/between two chunks that are read"),
        (.endsBrokenBodies, "streaming/lines that are cut off end with an error behind the last whole one, chunked"),
        (.acceptsAll, "streaming/events are not read from a 299"),
        (.losesAll, "connections/a loop over a body that is left closes it"),
        (.losesContent, "uploads/a form of a text, a file and a stream of known length"),
        (.throwsUntyped, "streaming/leaving a loop over lines closes the connection"),
    ])
    func `a fault is also found by other cases`(_ fault: Fault, id: String) async throws {
        let conformanceCase = try #require(TransportConformance.case(id))
        await #expect(throws: ConformanceFailure.self) {
            try await conformanceCase.run(on: FaultyTransport(fault: fault), for: .seconds(10))
        }
    }

    @Test func `a cancelled case is a failure`() async throws {
        let conformanceCase = try #require(TransportConformance.case("framing/Content-Length"))
        let task = Task {
            try await conformanceCase.run(on: FaultyTransport(fault: .trapsInNothingButHangs), for: .seconds(30))
        }
        task.cancel()
        let failure = await #expect(throws: ConformanceFailure.self) { try await task.value }
        #expect(failure?.actual == "a cancellation")
        #expect(failure?.localizedDescription == failure?.description)
    }

    @Test func `a failure says what was expected, returned and received`() async throws {
        let conformanceCase = try #require(TransportConformance.case("requests/the target /a?b=c&d=e"))
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await conformanceCase.run(on: FaultyTransport(fault: .forgetsQuery))
        }
        let text = try #require(failure?.description)
        #expect(text.contains(#"expected the target: ["/a?b=c&d=e"]"#))
        #expect(text.contains(#"but got ["/a"]"#))
        #expect(text.contains("GET /a HTTP/1.1 | "))
    }

    @Test func `a transport that hangs fails the case, and blocks nobody`() async throws {
        let conformanceCase = try #require(TransportConformance.case("framing/Content-Length"))
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await conformanceCase.run(on: FaultyTransport(fault: .trapsInNothingButHangs), for: .seconds(0.2))
        }
        #expect(failure?.actual == "a timeout")
    }

    @Test func `there are enough cases, each with a unique name, in every group`() {
        let cases = TransportConformance.cases
        #expect(cases.count >= 120)
        #expect(Set(cases.map(\.id)).count == cases.count)
        #expect(Set(cases.map(\.group)) == Set(ConformanceGroup.allCases))
        #expect(cases.allSatisfy { $0.id == "\($0.group.rawValue)/\($0.name)" && $0.description == $0.id })
        // Each ID must fit on a line of the report.
        #expect(cases.allSatisfy { !$0.id.contains { $0.isNewline || $0 == "\t" } })
    }

    @Test func `the faulty transports are found by more than one case`() async {
        let run = ConformanceRun(of: FaultyTransport(fault: .followsNothing), named: "none")
        let redirects = TransportConformance.cases.filter { $0.id.hasPrefix("redirects/30") && $0.id.contains("makes") }
        for conformanceCase in redirects {
            guard case .failed = await run.outcome(of: conformanceCase) else {
                Issue.record("\(conformanceCase)")
                continue
            }
        }
    }
}

@Suite("Known limits", .timeLimit(.minutes(1)))
struct KnownLimitTests {
    private static func run(_ fault: Fault?, _ limits: KnownLimits) async throws {
        let run = ConformanceRun(of: FaultyTransport(fault: fault), named: "a", limits: limits)
        try await run.check(#require(TransportConformance.case("framing/Content-Length")))
    }

    @Test func `a known limit that fails isn't a failure`() async throws {
        try await Self.run(.losesAll, ["framing/Content-Length": KnownLimit("it loses all")])
        try await Self.run(.losesAll, ["framing/*": KnownLimit("it loses all")])
    }

    @Test func `a known limit that passes is a failure`() async throws {
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await Self.run(nil, ["framing/Content-Length": KnownLimit("it loses all")])
        }
        #expect(failure?.actual == "a success, so the known limit can be removed")
    }

    @Test(arguments: [nil, Fault.losesAll])
    func `a limit that varies may pass or fail`(_ fault: Fault?) async throws {
        try await Self.run(fault, ["framing/*": KnownLimit("it may lose all", kind: .varies)])
    }

    @Test func `a limit that ends the process isn't run`() async throws {
        try await Self.run(.trapsInNothingButHangs, ["framing/*": KnownLimit("it ends all", kind: .endsProcess)])
    }

    @Test func `a case that doesn't apply isn't run`() async throws {
        let limits: KnownLimits = ["framing/*": KnownLimit("it has no wire", kind: .doesNotApply)]
        try await Self.run(.trapsInNothingButHangs, limits)
    }

    @Test func `a pattern that matches no case is reported`() {
        let limits: KnownLimits = ["framing/*": KnownLimit(""), "framing/no such case": KnownLimit("")]
        #expect(limits.unused == ["framing/no such case"])
    }

    @Test func `a report can be read back from its text, and builds a matrix`() {
        let text =
            "# A\nmethods/get without content\tin capitals\nmethods/GET without content\nframing/one chunk\t"
            + "does not apply: no wire\n"
        let report = ConformanceReport(text)
        #expect(
            report.text
                == "# A\nmethods/GET without content\nmethods/get without content\tin capitals\nframing/one chunk\t"
                + "does not apply: no wire\n")
        let matrix = ConformanceReport.matrix(of: [report, ConformanceReport("# B\nmethods/GET without content\n")])
        #expect(matrix.contains("| A | 1 | 1 | 0 | 1 |"))
        #expect(matrix.contains("| one chunk | – (1) | not run |\n"))
        #expect(matrix.contains("| GET without content | ✓ | ✓ |\n"))
        #expect(matrix.contains("| get without content | ✗ (1) | not run |\n"))
        #expect(matrix.contains("\n1. in capitals\n"))
    }
}
