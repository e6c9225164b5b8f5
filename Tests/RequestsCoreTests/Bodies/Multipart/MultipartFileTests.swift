import Foundation
import Requests
import TestSupport
import Testing

/// A source that provides one byte for each call.
private final class Trickle: ByteSource {
    private let (reads, closes): (Counter, Counter)

    init(reads: Counter, closes: Counter) { (self.reads, self.closes) = (reads, closes) }

    func close() { closes.next() }

    func read(into memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
        memory[0] = UInt8(ascii: "x")
        reads.next()
        return 1
    }
}

/// Parts that are read while the form is sent.
@Suite("Multipart forms with files and streams")
struct MultipartFileTests {
    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "the printer is out of paper" }
    }

    private static func content(_ count: Int) -> Data {
        let period = Data(0..<251)
        var bytes = Data(capacity: count + 251)
        while bytes.count < count { bytes += period }
        return bytes.prefix(count)
    }

    /// Reads a body, and returns the error.
    private func failure(of message: OutgoingRequest) throws -> TransportError {
        let error = #expect(throws: (any Error).self) { try bytes(of: message.body) }
        return try #require(error as? TransportError)
    }

    @Test func `a file has its name and the media type of its extension, unless others are given`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "ä \"b\".PNG")
            try Data("12345".utf8).write(to: url)
            let plain = directory.appending(component: "plain")
            try Data().write(to: plain)
            let text = try formText {
                Part("avatar", file: url)
                Part("avatar", file: url, fileName: "me.bin", contentType: .pdf).setting(headerField: "X-Id", 1)
                Part("plain", file: plain)
                Part("body", .file(url))
            }
            #expect(
                text == """
                    --xyz|Content-Disposition: form-data; name="avatar"; filename="ä %22b%22.PNG"|\
                    Content-Type: image/png||12345|\
                    --xyz|Content-Disposition: form-data; name="avatar"; filename="me.bin"|X-Id: 1|\
                    Content-Type: application/pdf||12345|\
                    --xyz|Content-Disposition: form-data; name="plain"; filename="plain"|\
                    Content-Type: application/octet-stream|||\
                    --xyz|Content-Disposition: form-data; name="body"|Content-Type: image/png||12345|--xyz--|
                    """
            )
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1_000, 65_535, 65_536, 65_537, 1_000_000])
    func `the size of the pieces that are read changes nothing, and the form can be read again`(pieceSize: Int) throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a.bin")
            let size = pieceSize < 64 ? 1_000 : 200_000
            try Self.content(size).write(to: url)
            let message = try multipart {
                Part("first", "1")
                Part("file", file: url)
                Part("memory", Self.content(size))
                Part("none", .stream(length: 0) { InputStream(data: Data()) })
                Part("known", .stream(length: size) { InputStream(data: Self.content(size)) })
                Part("nested", .multipart(boundary: "in") { Part("file", file: url) })
            }.resolve()
            let header = { (name: String, file: String) in
                "Content-Disposition: form-data; name=\"\(name)\"\(file)\r\nContent-Type: application/octet-stream\r\n\r\n"
            }
            var expected = Data("--xyz\r\nContent-Disposition: form-data; name=\"first\"\r\n\r\n1\r\n--xyz\r\n".utf8)
            expected +=
                Data(header("file", "; filename=\"a.bin\"").utf8) + Self.content(size) + Data("\r\n--xyz\r\n".utf8)
            expected += Data(header("memory", "").utf8) + Self.content(size) + Data("\r\n--xyz\r\n".utf8)
            expected += Data(header("none", "").utf8) + Data("\r\n--xyz\r\n".utf8)
            expected += Data(header("known", "").utf8) + Self.content(size) + Data("\r\n--xyz\r\n".utf8)
            expected += Data("Content-Disposition: form-data; name=\"nested\"\r\n".utf8)
            expected += Data("Content-Type: multipart/form-data; boundary=in\r\n\r\n--in\r\n".utf8)
            expected += Data(header("file", "; filename=\"a.bin\"").utf8) + Self.content(size)
            expected += Data("\r\n--in--\r\n\r\n--xyz--\r\n".utf8)
            #expect(message.body.length == expected.count)
            for _ in 1...2 { #expect(try bytes(of: message.body, pieceSize: pieceSize) == expected) }
        }
    }

    @Test func `small content in memory stays in memory, and large content isn't copied`() throws {
        let small = try multipart { Part("a", Data(count: 1_000_000)) }.resolve()
        guard case .data = small.body else { Issue.record("not in memory"); return }
        let message = try multipart { for _ in 1...3 { Part("a", Data(count: 1_000_000)) } }.resolve()
        guard case .stream(let length, _) = message.body else { Issue.record("in memory"); return }
        #expect(try bytes(of: message.body).count == length)
    }

    @Test func `a stream of unknown length makes the total length unknown`() throws {
        let message = try multipart {
            Part("a", .stream(length: 1) { InputStream(data: Data("a".utf8)) })
            Part("b", .stream { InputStream(data: Data("b".utf8)) })
        }.resolve()
        #expect(message.body.length == nil)
        #expect(message.body.description == "a stream")
        #expect(try bytes(of: message.body).suffix(12) == Data("b\r\n--xyz--\r\n".utf8))
    }

    @Test(arguments: [-5, -1, 1, 5, 1_000_000])
    func `a file that shrinks or grows is an error that names the part`(change: Int) throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a.bin")
            try Self.content(100_000).write(to: url)
            let message = try multipart { Part("f\"", file: url) }.resolve()
            try Self.content(100_000 + change).write(to: url)
            for _ in 1...2 {
                let error = try failure(of: message)
                #expect(error.code == .bodyUnreadable)
                let problem = change > 0 ? "more than" : "only \(100_000 + change) of"
                #expect(
                    error.message
                        == "in the part \"f\\\"\", the file \"a.bin\" has \(problem) the declared 100000 bytes")
            }
            // The request can be sent once the file has the declared size again.
            try Self.content(100_000).write(to: url)
            #expect(try bytes(of: message.body).count == message.body.length)
        }
    }

    @Test func `a file that shrinks while it is read is an error`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a.bin")
            try Self.content(100_000).write(to: url)
            let message = try multipart { Part("f", file: url) }.resolve()
            guard case .stream(_, let make) = message.body else { Issue.record("in memory"); return }
            let stream = try make()
            stream.open()
            var buffer = [UInt8](repeating: 0, count: 10_000)
            #expect(stream.read(&buffer, maxLength: 10_000) == 10_000)
            let file = try FileHandle(forWritingTo: url)
            try file.truncate(atOffset: 20_000)
            try file.close()
            var count = 0
            while true {
                let read = stream.read(&buffer, maxLength: 10_000)
                count += max(0, read)
                #expect(stream.hasBytesAvailable)
                if read <= 0 {
                    #expect(read == -1)
                    break
                }
            }
            #expect(stream.streamStatus == .error)
            #expect(
                (stream.failure as? TransportError)?.message.contains("only 20000 of the declared 100000 bytes") == true
            )
            #expect(stream.read(&buffer, maxLength: 1) == -1)
            stream.close()
            #expect(stream.read(&buffer, maxLength: 1) == -1)
        }
    }

    @Test(arguments: 1...12)
    func `the bytes before a failure are read, whatever the size of the pieces`(pieceSize: Int) throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a.bin")
            try Data("abcdef".utf8).write(to: url)
            let message = try multipart { Part("f", file: url) }.resolve()
            try Data("abc".utf8).write(to: url)
            guard case .stream(_, let make) = message.body else { Issue.record("in memory"); return }
            let stream = try make()
            stream.open()
            defer { stream.close() }
            var (content, buffer) = (Data(), [UInt8](repeating: 0, count: pieceSize))
            while case let count = stream.read(&buffer, maxLength: pieceSize), count > 0 {
                content += buffer.prefix(count)
            }
            #expect(content.suffix(7) == Data("\r\n\r\nabc".utf8))
            #expect(stream.streamStatus == .error)
        }
    }

    @Test func `a form waits for a stream once, and closes it`() throws {
        let (reads, closes) = (Counter(), Counter())
        let message = try multipart {
            Part("s", .stream { try SourceStream.make(Trickle(reads: reads, closes: closes)) })
        }.resolve()
        guard case .stream(_, let make) = message.body else { Issue.record("in memory"); return }
        let stream = try make()
        stream.open()
        var buffer = [UInt8](repeating: 0, count: 1_000)
        let count = stream.read(&buffer, maxLength: 1_000)
        #expect(buffer.prefix(count).suffix(5) == Array("\r\n\r\nx".utf8)[...])
        #expect(reads.count == 1)
        stream.close()
        #expect(closes.count > 0)
    }

    @Test func `a file that vanishes is an error, and so is a directory in its place`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a.bin")
            try Self.content(100).write(to: url)
            let message = try multipart { Part("f", file: url) }.resolve()
            try FileManager.default.removeItem(at: url)
            var error = try failure(of: message)
            #expect(error.code == .bodyUnreadable)
            #expect(error.message == "in the part \"f\", the file \"\(url.lastPathComponent)\" could not be read")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            error = try failure(of: message)
            #expect(error.code == .bodyUnreadable)
            #expect(error.message.hasPrefix("in the part \"f\", the file "))
            #expect(!Shown.texts(of: error).contains(directory.path))
        }
    }

    @Test(
        arguments: [
            (.stream(length: 3) { InputStream(data: Data("ab".utf8)) }, "has only 2 of the declared 3 bytes"),
            (.stream(length: 1) { InputStream(data: Data("ab".utf8)) }, "has more than the declared 1 byte"),
            (.stream(length: 0) { InputStream(data: Data("ab".utf8)) }, "has more than the declared 0 bytes"),
            (.stream { throw Refusal() }, "could not be read"),
            (.stream { InputStream(fileAtPath: "/nowhere/a") ?? InputStream(data: Data()) }, "could not be read"),
            (.stream { InputStream(fileAtPath: "/") ?? InputStream(data: Data()) }, "could not be read"),
        ] as [(BodyProvider, String)])
    func `a stream that differs from its description is an error`(body: BodyProvider, problem: String) throws {
        let error = try failure(of: multipart { Part("s", body) }.resolve())
        #expect(error.code == .bodyUnreadable)
        #expect(error.message == "in the part \"s\", the stream \(problem)")
        if problem == "could not be made" { #expect(error.underlyingError is Refusal) }
    }

    @Test func `bytes before an error are delivered`() throws {
        let message = try multipart {
            Part("a", "1")
            Part("s", .stream { throw Refusal() })
        }.resolve()
        guard case .stream(_, let make) = message.body else { Issue.record("in memory"); return }
        let stream = try make()
        #expect(stream.streamStatus == .notOpen)
        stream.open()
        var buffer = [UInt8](repeating: 0, count: 1_000)
        let count = stream.read(&buffer, maxLength: 1_000)
        #expect(
            String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).hasSuffix("application/octet-stream\r\n\r\n"))
        #expect(stream.failure == nil)
        #expect(stream.read(&buffer, maxLength: 1_000) == -1)
        #expect(stream.failure is TransportError)
    }

    @Test func `each source is opened at its turn, and closed when it has been read`() throws {
        let opened = Counter()
        let message = try multipart {
            for _ in 1...3 {
                Part(
                    "s",
                    .stream(length: 100) {
                        opened.next()
                        return InputStream(data: Data(count: 100))
                    }
                )
            }
        }.resolve()
        #expect(opened.count == 0)
        guard case .stream(_, let make) = message.body else { Issue.record("in memory"); return }
        let stream = try make()
        stream.open()
        #expect(opened.count == 0)
        var buffer = [UInt8](repeating: 0, count: 150)
        _ = stream.read(&buffer, maxLength: 150)
        #expect(opened.count == 1)
        _ = stream.read(&buffer, maxLength: 0)
        #expect(stream.streamStatus == .open)
        stream.close()
        #expect(stream.streamStatus == .closed)
        #expect(opened.count == 1)
    }
}
