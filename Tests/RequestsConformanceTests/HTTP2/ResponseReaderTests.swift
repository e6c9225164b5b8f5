import Testing

@testable import RequestsConformance

@Suite("The response of a script over HTTP/2") struct ResponseReaderTests {
    private static func parts(
        _ text: String, by count: Int = .max, isHead: Bool = false
    ) -> (parts: [ResponseReader.Part], reader: ResponseReader) {
        var reader = ResponseReader(isHead: isHead)
        var rest = Array(text.utf8)[...]
        var parts: [ResponseReader.Part] = []
        while !rest.isEmpty {
            parts += reader.read(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return (parts, reader)
    }

    private static func head(_ status: String, _ fields: [HPACKField] = [], ends: Bool = false) -> ResponseReader.Part {
        .head([HPACKField(":status", status)] + fields, ends: ends)
    }

    @Test func `a length ends the content`() {
        let (parts, reader) = Self.parts("HTTP/1.1 200 OK\r\nX-A:  b \r\nContent-Length: 2\r\n\r\nhiX")
        #expect(
            parts == [
                Self.head("200", [HPACKField("x-a", "b"), HPACKField("content-length", "2")]),
                .content(Array("hi".utf8), ends: true),
            ])
        #expect(reader.hasEnded)
    }

    @Test(arguments: [1, 2, 7, Int.max]) func `chunks and trailers become parts, whatever the pieces`(_ count: Int) {
        let text =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a\r\nhi\r\nA\r\n0123456789\r\n0\r\nX-T: u\r\n\r\n"
        let (parts, _) = Self.parts(text, by: count)
        #expect(parts.first == Self.head("200"))
        #expect(parts.last == .trailers([HPACKField("x-t", "u")]))
        let content = parts.flatMap { if case .content(let bytes, false) = $0 { bytes } else { [UInt8]() } }
        #expect(String(decoding: content, as: UTF8.self) == "hi0123456789")
    }

    @Test func `closing ends content without a length, and no other`() {
        #expect(Self.parts("HTTP/1.1 200 OK\r\n\r\nhi").reader.endsByClosing)
        #expect(!Self.parts("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi").reader.endsByClosing)
        #expect(!Self.parts("HTTP/1.1 200 OK\r\nX").reader.endsByClosing)
    }

    @Test(arguments: ["204 No", "304 No", "200 OK\r\nContent-Length: 0"])
    func `a response without content ends with its head`(_ status: String) throws {
        let (parts, reader) = Self.parts("HTTP/1.1 \(status)\r\n\r\n")
        #expect(reader.hasEnded)
        guard case .head(_, let ends) = parts.first else { throw RawServerError.closed }
        #expect(ends)
    }

    @Test func `the response to HEAD ends with its head, and an interim response doesn't`() {
        let (parts, reader) = Self.parts(
            "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", isHead: true)
        #expect(parts == [Self.head("103"), Self.head("200", [HPACKField("content-length", "9")], ends: true)])
        #expect(reader.hasEnded)
    }

    @Test func `fields of the connection aren't sent`() {
        let fields = ["Connection: a", "Keep-Alive: b", "Proxy-Connection: c", "Upgrade: d"].joined(separator: "\r\n")
        #expect(Self.parts("HTTP/1.1 204 No\r\n\(fields)\r\n\r\n").parts == [Self.head("204", ends: true)])
    }

    @Test(arguments: ["SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"])
    func `bytes that aren't a response are malformed`(_ text: String) {
        #expect(Self.parts(text).parts.last == .malformed)
    }
}
