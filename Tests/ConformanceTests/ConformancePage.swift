import Foundation
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

/// The matrix with a row for each case, and the documentation page with the matrix's totals.
///
/// The matrix consists of columns in separate files, one for each run of the suite. A run writes its column, the matrix
/// and the page if the environment contains `REQUESTS_RECORD=1`; otherwise, it compares them.
enum ConformancePage {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let results = root.appending(path: "Tests/ConformanceTests/Results")
    private static let page = root.appending(path: "Sources/Requests/Requests.docc/TransportConformance.md")
    private static let matrix = results.appending(path: "Matrix.md")
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
        if isRecording { try Data(report.text.utf8).write(to: url, options: .atomic) }
        let texts = try texts()
        if isRecording {
            for (url, text) in texts { try Data(text.utf8).write(to: url, options: .atomic) }
        }
        let isSame = try String(contentsOf: url, encoding: .utf8) == report.text
        #expect(isSame, "Run it with REQUESTS_RECORD=1 to write \(file), the matrix and the page anew.")
        for (url, text) in texts {
            let isSame = try String(contentsOf: url, encoding: .utf8) == text
            #expect(isSame, "Run it with REQUESTS_RECORD=1 to write \(url.lastPathComponent) anew.")
        }
    }

    /// Returns the texts of the page and of the matrix.
    private static func texts() throws -> [(URL, String)] {
        let reports = columns.compactMap { try? String(contentsOf: results.appending(path: $0), encoding: .utf8) }
            .map { ConformanceReport($0) }
        let text = ConformanceReport.matrix(of: reports)
        let end = try #require(text.range(of: "\n\n### ")).lowerBound
        return [
            (page, introduction + text[..<end] + "\n"),
            (matrix, "# What each transport does, case by case\n\n## Results\n\n" + text),
        ]
    }

    private static let introduction = """
        # What each transport does

        Find out which requests and responses are handled differently on each transport.

        ## Overview

        The conformance suite of the module `RequestsConformance` runs each case on each transport, against a server that sends exactly
        the bytes of the case. Its results, with the reason for each failure, are in the repository, in
        `Tests/ConformanceTests/Results/Matrix.md`. A test fails if a reason no longer applies.

        - `Loopback` itself sends no bytes: in this suite, its handler relays each request to the case's server through URLSession. Cases
          about the bytes on the wire don't apply to `Loopback`.
        - For HTTP/2, the same cases run on the streams of a TLS connection, and additional cases test frames.
        - Before each release, `.ci/servers` also tries real servers: httpbin, moto, nginx, Apache, Prometheus, etcd and a Docker
          registry, with 366 checks on URLSession and on AsyncHTTPClient.

        To try your transport, import `RequestsConformance`, and run the cases on it:

        ```swift
        for conformanceCase in TransportConformance.cases {
            try await conformanceCase.run(on: MyTransport())
        }
        ```

        ## Results


        """
}
