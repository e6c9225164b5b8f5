import Foundation
import Requests
import Testing

@testable import RequestsCore

@Suite("A reader of a body") struct RequestBodyReaderTests {
    @Test func `no body is read as no bytes`() throws {
        var reader = try RequestBodyReader(.none)
        #expect(try reader.readPiece(of: 10) == nil)
    }

    @Test func `a sequence is an error, because reading it would block`() throws {
        var reader = try RequestBodyReader(
            .chunks(length: nil, isRepeatable: true) { MessageBody(Data("a".utf8)) })
        let error = #expect(throws: TransportError.self) { try reader.readPiece(of: 10) }
        #expect(error?.code == .bodyUnsupported)
    }
}
