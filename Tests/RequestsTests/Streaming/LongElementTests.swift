import Foundation
import Requests
import Testing

/// Elements that arrive in several chunks, which are kept unchanged.
@Suite("Long elements of streams")
struct LongElementTests {
    private static let text = String(repeating: "ä€", count: 30_000)

    private func pieces(_ text: String, of size: Int) -> [Data] {
        pieces(Data(text.utf8), of: size)
    }

    private func pieces(_ data: Data, of size: Int) -> [Data] {
        stride(from: 0, to: data.count, by: size).map { Data(data[$0..<min($0 + size, data.count)]) }
    }

    @Test(arguments: [97, 4_095, 4_096, 4_097, 16_384, 65_536])
    func `long elements are whole, whatever the size of the chunks`(size: Int) throws {
        let lines = pieces("\u{FEFF}\(Self.text)\r\nb\n\(Self.text)", of: size)
        #expect(try StreamFormat.lines.parsed(lines).elements == [Self.text, "b", Self.text])
        #expect(
            try StreamFormat.lineData.parsed(lines).elements
                == [Data("\u{FEFF}\(Self.text)".utf8), Data("b".utf8), Data(Self.text.utf8)])
        let json = pieces("\"\(Self.text)\"\n\"b\"\n", of: size)
        #expect(try StreamFormat.jsonLines(String.self).parsed(json).elements == [Self.text, "b"])
        let events = pieces(
            "\u{FEFF}data: \(Self.text)\r\n\r\ndata:a\ndata:\(Self.text)\n\ndata:\(Self.text)\ndata:b\n\n", of: size)
        #expect(
            try StreamFormat.serverSentEvents.parsed(events).elements.map(\.data)
                == [Self.text, "a\n\(Self.text)", "\(Self.text)\nb"])
    }

    @Test(arguments: [97, 4_096, 16_384]) func `long elements are checked for UTF-8, too`(size: Int) throws {
        var data = Data("data:\(Self.text)\n\n".utf8)
        data[data.count / 2 | 1] = 0xFF
        #expect(try StreamFormat.lines.parsed(pieces(data, of: size)).code == .decodingFailed)
        let expected = String(decoding: data.dropFirst(5).dropLast(2), as: UTF8.self)
        #expect(try StreamFormat.serverSentEvents.parsed(pieces(data, of: size)).elements.map(\.data) == [expected])
    }

    @Test func `an event prints as its properties`() {
        var event = ServerSentEvent(data: "a", id: "1")
        event.type = "b"
        #expect(event == ServerSentEvent(type: "b", data: "a", id: "1"))
        #expect("\(event)".contains("type: \"b\", data: \"a\", id: \"1\""))
    }
}
