import Foundation
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

/// The page of the documentation with the matrix, which the runs of the suite write.
///
/// Each run stores its column in a separate file, and the page consists of those: with `REQUESTS_RECORD=1` in the
/// environment they are written, otherwise compared.
enum ConformancePage {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let results = root.appending(path: "Tests/ConformanceTests/Results")
    private static let page = root.appending(path: "Sources/Requests/Requests.docc/TransportConformance.md")
    private static let isRecording = ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1"

    /// The files of the columns, in their order.
    private static let columns = [
        "URLSession-Linux.txt", "AsyncHTTPClient.txt", "libcurl.txt", "AsyncHTTPClient-HTTP2.txt", "libcurl-HTTP2.txt",
        "Loopback.txt",
    ]

    /// Compares a column, and the page, with the report of a run.
    static func check(_ report: ConformanceReport, file: String) throws {
        #expect(columns.contains(file))
        #expect(report.failures == [])
        let url = results.appending(path: file)
        if isRecording {
            try Data(report.text.utf8).write(to: url, options: .atomic)
            try Data(text().utf8).write(to: page, options: .atomic)
        }
        let isSame = try String(contentsOf: url, encoding: .utf8) == report.text
        #expect(isSame, "Run it with REQUESTS_RECORD=1 to write \(file) and the page anew.")
        let isSamePage = try String(contentsOf: page, encoding: .utf8) == text()
        #expect(isSamePage, "Run it with REQUESTS_RECORD=1 to write the page anew.")
    }

    private static func text() throws -> String {
        let reports = columns.compactMap { try? String(contentsOf: results.appending(path: $0), encoding: .utf8) }
            .map { ConformanceReport($0) }
        return introduction + ConformanceReport.matrix(of: reports)
    }

    private static let introduction = """
        # What each transport does

        See, case by case, that a request means the same on every transport, and where it can't.

        ## Overview

        These tables are written by the conformance suite of the module `RequestsConformance` as it runs: each row is a case,
        tried against a server that says what it is told to, byte by byte. Where a transport fails, the reason stands below the
        table; a reason that no longer holds is a failed test. `Loopback` has no wire: there, the handler relays each request by
        another transport to the server of the case, and what is only about the wire does not apply. In the columns of HTTP/2, the
        same scripts run on the streams of a connection over TLS, and the last table has the frames of HTTP/2. Real servers (httpbin,
        moto, nginx, Apache, Prometheus, etcd, a Docker registry) are tried before each release by `.ci/servers`: 366 checks on
        URLSession and on AsyncHTTPClient. To try your transport, `import RequestsConformance` and run the cases on it:

        ```swift
        for conformanceCase in TransportConformance.cases {
            try await conformanceCase.run(on: MyTransport())
        }
        ```

        ## Results


        """
}
