import Foundation
import Requests
import TestSupport
import Testing

/// The responses that a custom transport may return for a download.
@Suite("Download, responses of all kinds", .timeLimit(.minutes(1)))
struct DownloadResponseTests {
    private let api = AnonymousProvider("http://h")

    private func outcome(
        of response: Prepared.Response, to request: Request<AnonymousProvider, Void>
    ) async throws -> (code: RequestErrorCode?, text: String?, names: [String]) {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try Data("old".utf8).write(to: file)
            let error = await Prepared(response).failure(of: request, to: file)
            return (error?.code, file.text, directory.names)
        }
    }

    @Test(
        arguments: [
            (.init(fields: ["Content-Length": "2"], chunks: ["n", "", "w"]), nil, "nw"),
            (.init(chunks: ["n", "w"]), nil, "nw"),
            (.init(fields: ["Content-Length": "2"], chunks: ["n"]), .connectionLost, "old"),
            (.init(fields: ["Content-Length": "2"]), .connectionLost, "old"),
            (.init(fields: ["Content-Length": "2"], chunks: ["n", "ew"]), .malformedResponse, "old"),
            (
                .init(fields: ["Content-Length": "3", "Content-Encoding": "gzip"], chunks: ["new"]),
                .malformedResponse, "old"
            ),
            (
                .init(fields: ["Content-Length": "3", "Content-Encoding": "gzip, identity"], chunks: ["new"]),
                .malformedResponse, "old"
            ),
            (.init(fields: ["Content-Length": "0", "Content-Encoding": "gzip"]), nil, ""),
            (.init(fields: ["Content-Length": "9", "Transfer-Encoding": "chunked"], chunks: ["new"]), nil, "new"),
            (
                .init(fields: ["Content-Length": "2", "Content-Encoding": "Identity"], chunks: ["new"]),
                .malformedResponse, "old"
            ),
            (.init(chunks: ["n"], error: TransportError(code: .offline, message: "no")), .offline, "old"),
            (.init(status: .noContent), nil, ""),
            (.init(status: .noContent, fields: ["Content-Length": "2"]), nil, ""),
            (.init(status: .noContent, fields: ["Content-Length": "2", "Content-Encoding": "gzip"]), nil, ""),
            (.init(status: .noContent, fields: ["Content-Length": "9999999999999"]), nil, ""),
            (.init(status: .partialContent, chunks: ["n"]), .malformedResponse, "old"),
            (.init(status: .rangeNotSatisfiable, fields: ["Content-Range": "bytes */0"]), .unacceptableStatus, "old"),
            (.init(status: .notModified), .unacceptableStatus, "old"),
            (.init(status: .internalServerError, chunks: ["n"]), .unacceptableStatus, "old"),
        ] as [(Prepared.Response, RequestErrorCode?, String)]
    )
    func `a request for the whole file accepts only the whole`(
        response: Prepared.Response, code: RequestErrorCode?, text: String
    ) async throws {
        let outcome = try await outcome(of: response, to: api.get(from: "/"))
        #expect(outcome.code == code)
        #expect(outcome.text == text)
        #expect(outcome.names == ["a"])
    }

    @Test func `a requested coding has another length on the wire`() async throws {
        let response = Prepared.Response(fields: ["Content-Length": "2", "Content-Encoding": "gzip"], chunks: ["new"])
        let request = api.get(from: "/").setting(headerField: .acceptEncoding, "gzip")
        let decoded = try await outcome(of: response, to: request)
        #expect(decoded.code == nil && decoded.text == "new")
        let plain = api.get(from: "/").setting(\.policy.compression, .asReceived)
        let received = try await outcome(of: response, to: plain)
        #expect(received.code == .malformedResponse && received.text == "old")
    }

    @Test(arguments: [
        ("identity", true), ("IDENTITY;q=0.5", true), ("identity, *;q=0", true), ("gzip;q=0.000, identity", true),
        ("", true), ("gzip", false), ("identity, gzip", false), ("*", false), ("gzip;q=0.1", false),
    ])
    func `an explicit Accept-Encoding asks for identity alone, or for more`(text: String, isAlone: Bool) async throws {
        let response = Prepared.Response(fields: ["Content-Encoding": "gzip"], chunks: ["new"])
        let request = api.get(from: "/").setting(headerField: HeaderField(.acceptEncoding, text))
        let outcome = try await outcome(of: response, to: request)
        #expect(outcome.code == (isAlone ? .malformedResponse : nil))
    }

    @Test func `a requested part is the file`() async throws {
        let response = Prepared.Response(
            status: .partialContent, fields: ["Content-Range": "bytes 5-6/9", "Content-Length": "2"], chunks: ["56"]
        )
        let outcome = try await outcome(of: response, to: api.get(from: "/").setting(headerField: .range(5...6)))
        #expect(outcome.code == nil)
        #expect(outcome.text == "56")
    }

    @Test func `a response that can't have content leaves the file`() async throws {
        let fresh = try await outcome(
            of: .init(status: .notModified), to: api.get(from: "/").accepting(.codes(200, 304)))
        #expect(fresh.code == nil && fresh.text == "old")
        let head = try await outcome(of: .init(fields: ["Content-Length": "9"]), to: api.head("/"))
        #expect(head.code == nil && head.text == "old" && head.names == ["a"])
    }

    @Test func `a request that can't be resolved or sent throws its error`() async throws {
        let empty = try await outcome(of: .init(), to: api.get(from: "/").timeout(after: .seconds(0)))
        #expect(empty.code == .invalidTimeout)
        try await withTemporaryDirectory { directory in
            let error = await FixedResponse(throwing: CancellationError())
                .failure(of: api.get(from: "/"), to: directory.appending(path: "a"))
            #expect(error?.code == .cancelled)
            #expect(error?.request?.urlText == "http://h/")
            #expect(directory.names == [])
        }
    }

    @Test func `the last of several downloads to one place is the file, whole`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let texts = (0..<20).map { String(repeating: "\($0 % 10)", count: 1_000 + $0) }
            await withTaskGroup { group in
                for (index, text) in texts.enumerated() {
                    let parts = [text.prefix(500), text.dropFirst(500)].map { String($0) }
                    let transport = Prepared(.init(fields: [.eTag(text)], chunks: parts))
                    group.addTask {
                        let error = await transport.failure(of: api.get(from: "/"), to: file, resuming: index % 2 == 0)
                        #expect(error == nil)
                    }
                }
            }
            #expect(texts.contains(file.text ?? ""))
            #expect(directory.names == ["a"])
        }
    }
}

extension HeaderField {
    fileprivate static func eTag(_ text: String) -> HeaderField { HeaderField(.eTag, "\"\(text.count)\"") }
}
