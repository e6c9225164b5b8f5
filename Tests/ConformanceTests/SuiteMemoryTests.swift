#if os(Linux) && AsyncHTTPClient && Curl
import Foundation
import RequestsConformance
import Testing

/// Only `.ci/full` runs this suite, in a process without other tests.
@Suite(
    "Memory of the suites over HTTP/2", .timeLimit(.minutes(10)),
    .enabled(if: ProcessInfo.processInfo.environment["REQUESTS_HTTP2"] != nil, "needs REQUESTS_HTTP2"))
struct SuiteMemoryTests {
    /// Returns the largest amount of memory that the process has had, in MiB.
    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) / 1_024
    }

    @Test func `floods and fields of any size take at most 512 MiB`() async throws {
        _ = await AsyncHTTPClientHTTP2ConformanceTests.run.report()
        _ = await CurlHTTP2ConformanceTests.run.report()
        let peak = try Self.peak()
        #expect(peak < 512)
        print("The suites over HTTP/2 took \(peak) MiB.")
    }
}
#endif
