import Foundation
import TestSupport

@testable import Requests
@testable import RequestsCore

/// The result of a stream: its elements, and the error that ended it.
struct Parsed<Element: Equatable & Sendable>: Equatable, Sendable {
    var elements: [Element] = []
    var code: RequestErrorCode?
    var message: String?
}

/// An error for a stream whose result depends on how the stream is split.
private struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension StreamFormat where Element: Equatable {
    /// Parses pieces one after another, as a stream does.
    func parsed(
        _ pieces: some Sequence<Data>, header: HeaderFields? = nil, coding: Coding = .standard
    ) throws -> Parsed<Element> {
        let header = header ?? HeaderFields(accept.map { [.contentType($0)] } ?? [])
        let step = try makeStep(
            ResponseHead(status: .ok, header: header), coding, OutgoingRequest(urlText: "https://h"))
        var parsed = Parsed<Element>()
        for piece in pieces.map(Optional.some) + [nil] {
            let batch = step(piece)
            parsed.elements += batch.allElements
            if batch.isLast { break }
            guard let error = batch.error else { continue }
            (parsed.code, parsed.message) = (error.code, error.message)
            break
        }
        return parsed
    }

    /// Parses the whole, byte by byte, and in two pieces split at every offset: the results must be equal.
    func parsedEveryWay(_ bytes: some Collection<UInt8>) throws -> Parsed<Element> {
        let data = Data(bytes)
        let whole = try parsed([data].filter { !$0.isEmpty })
        let single = try parsed(data.map { Data([$0]) })
        if single != whole { throw Difference("byte by byte: \(single), as a whole: \(whole)") }
        for offset in data.indices.dropFirst() {
            let split = try parsed([data.prefix(offset), Data(data.dropFirst(offset))])
            if split != whole { throw Difference("split at \(offset): \(split), as a whole: \(whole)") }
        }
        return whole
    }

    func parsedEveryWay(_ text: String) throws -> Parsed<Element> { try parsedEveryWay(text.utf8) }
}

extension MessageBody {
    /// Makes a body of texts, which may end with an error.
    init(texts: [String], error: (any Error)? = nil) {
        self.init(
            AsyncThrowingStream<Data, any Error> { continuation in
                for text in texts { continuation.yield(Data(text.utf8)) }
                continuation.finish(throwing: error)
            }
        )
    }
}

/// A transport whose responses come from a function.
struct StreamingResponse: Transport {
    var status = HTTPStatus.ok
    var header = HeaderFields()
    let body: @Sendable () -> MessageBody

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        TransportResponse(head: ResponseHead(status: status, header: header, urlText: request.urlText), body: body())
    }
}
