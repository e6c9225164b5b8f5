import Foundation
import Requests

extension TransportConformance {
    /// Fields of any size in both directions, and header tables that both sides must keep in sync (RFC 7541).
    static let fieldBlocks: [ConformanceCase] =
        fieldSizes.map(responseField) + fieldSizes.map(requestField) + encoders.map(repeated) + [
            manyUsers, manyFields, tinyParts, flood,
        ]

    private static let fieldSizes = [1, 4, 8, 15, 16, 17, 20, 32, 48, 64, 80, 100]

    /// Makes a case in which a transport may report that a limit is exceeded, but must not wait for the timeout.
    private static func responseField(_ size: Int) -> ConformanceCase {
        let value = String(repeating: "0123456789abcdef", count: size * 64)
        let expectation =
            size <= 16 ? Expectation.response("hi") : .response("hi") || .failure(.malformedResponse, .responseTooLarge)
        return Probe("a field of \(size) KB in the response", expectation) { stream, _ in
            try stream.head(200, [HPACKField("x-a", value)])
            try stream.sendContent(Array("hi".utf8), ends: true)
        }.conformanceCase
    }

    /// Makes a case in which the request may be refused.
    ///
    /// The tables of client and server must stay in sync: the next calls arrive unchanged.
    private static func requestField(_ size: Int) -> ConformanceCase {
        ConformanceCase(http2: "a field of \(size) KB in the request, and then three users") { stage in
            let server = try stage.serve(responding: { request in
                RawServer.ok("\(request.first("X-A")?.utf8.count ?? 0) \(request.first("Authorization") ?? "")")
            })
            for user in 0..<3 { try await expectToken(user, server, stage) }
            let value = String(repeating: "0123456789abcdef", count: size * 64)
            let large = server.request().setting(headerField: HeaderField("X-A", value)).timeout(after: .seconds(3))
            let outcome = await stage.exchange(large)
            let isSent = Expectation.response("\(value.utf8.count) ").allows(outcome)
            let isRefused = ![nil, .timedOut, .connectionLost].contains(outcome.code)
            try stage.expect(isSent || isRefused && size > 15, "a response or a refusal", "\(outcome)")
            for user in 0..<3 { try await expectToken(user, server, stage) }
        }
    }

    private static func expectToken(_ user: Int, _ server: RawServer, _ stage: Stage) async throws {
        let field = HeaderField("Authorization", "Bearer token-\(user)", isSensitive: false)
        let cookie = HeaderField("Cookie", "id=\(user)" + String(repeating: "\(user)", count: 500))
        let request = server.request().setting(headerField: field).setting(headerField: cookie)
        try await stage.expect(request.timeout(after: .seconds(3)), .response("0 Bearer token-\(user)"))
    }

    private static let encoders: [(name: String, encoder: HPACKEncoder, sizes: [Int])] =
        HPACKEncoder.Indexing.allCases.flatMap { indexing in
            [false, true].map { usesHuffman in
                (
                    "\(indexing) indexing\(usesHuffman ? ", Huffman" : "")",
                    HPACKEncoder(indexing: indexing, usesHuffman: usesHuffman), [Int]()
                )
            }
        } + [
            ("a table that is emptied each time", HPACKEncoder(indexing: .incremental), [0, 4_096]),
            ("a table of 100 bytes, which evicts", HPACKEncoder(indexing: .incremental), [100]),
            ("a table that shrinks and grows", HPACKEncoder(indexing: .incremental), [64, 300]),
        ]

    private static func repeated(_ name: String, _ encoder: HPACKEncoder, _ tableSizes: [Int]) -> ConformanceCase {
        ConformanceCase(http2: "thirty responses by a table: \(name)") { stage in
            var behavior = HTTP2Behavior()
            behavior.encoder = encoder
            let server = try stage.serve(
                behavior,
                frames: { stream, _ in
                    let index = Int(stream.path.dropFirst()) ?? 0
                    let fields = (0..<5).map { HPACKField("x-\($0)", "value \(index % ($0 + 2))") }
                    try stream.connection.send { encoder in
                        for size in tableSizes { encoder.resize(to: size) }
                        return HTTP2Frame.headers(
                            encoder.encode([HPACKField(":status", "200")] + fields), on: stream.id)
                    }
                    try stream.sendContent(Array(stream.path.utf8), ends: true)
                })
            for index in 0..<30 {
                let outcome = try await stage.expect(server.request(.get, "/\(index)"), .response("/\(index)"))
                let values = (0..<5).map { outcome.response?.header[HeaderField.Name("x-\($0)")] }
                try stage.expect(values, (0..<5).map { "value \(index % ($0 + 2))" }, "the fields")
            }
        }
    }

    private static let manyUsers = ConformanceCase(http2: "forty calls at the same time, each with its own fields") {
        stage in
        let server = try stage.serve(responding: { request in
            RawServer.ok("\(request.target) \(request.first("Authorization") ?? "")")
        })
        try await withThrowingTaskGroup { group in
            for index in 0..<40 {
                group.addTask {
                    let field = HeaderField("Authorization", "Bearer \(index)", isSensitive: index % 2 == 0)
                    let request = server.request(.get, "/\(index)").setting(headerField: field)
                    try await stage.expect(request, .response("/\(index) Bearer \(index)"))
                }
            }
            try await group.waitForAll()
        }
    }

    private static let manyFields = Probe("300 fields in the response", .response("hi")) { stream, _ in
        try stream.head(200, (0..<300).map { HPACKField("x-\($0)", "\($0)") })
        try stream.sendContent(Array("hi".utf8), ends: true)
    }.conformanceCase

    /// A client may limit the number of frames in a header block.
    private static let tinyParts = Probe(
        "a header block in CONTINUATION of 1 byte", .response("") || .broken, others: .mayBeLost
    ) { stream, _ in
        try stream.send(block: [HPACKField(":status", "200"), HPACKField("x-a", "a value")], ends: true, splitAt: 1)
    }.conformanceCase

    /// A header block without an end (CVE-2024-27983 and others).
    private static let flood = Probe(
        "CONTINUATION without an end", .broken || .failure(.responseTooLarge), others: .mayBeLost
    ) { stream, _ in
        let field: [UInt8] = [0, 1, 0x78, 0x7F, 0xC1, 0x3D] + [UInt8](repeating: 0x61, count: 8_000)
        try stream.send([HTTP2Frame(kind: HTTP2Frame.Kind.headers, stream: stream.id, payload: [0x88])])
        let frame = HTTP2Frame(kind: HTTP2Frame.Kind.continuation, stream: stream.id, payload: field)
        // No client needs to store 80 MB of fields.
        for _ in 0..<10_000 { try stream.send([frame]) }
    }.conformanceCase
}
