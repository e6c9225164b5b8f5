import Foundation
import Requests
import TestSupport
import Testing

/// Bodies that are never held in memory.
struct BodyProviderFileTests {
    private static let plain = AnonymousProvider("https://h").put(to: "/n")

    private struct Refusal: Error {}

    /// A range of a type that the library does not know.
    private struct Beginning: RangeExpression, Sendable {
        var end: Int
        func relative<C: Collection>(to collection: C) -> Range<Int> where C.Index == Int {
            collection.startIndex..<end
        }
        func contains(_ element: Int) -> Bool { element < end }
    }

    @Test func `any type of range selects bytes of a file`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a")
            try Data("12345".utf8).write(to: url)
            let message = try Self.plain.sending(.file(url, range: Beginning(end: 3))).resolve()
            #expect(try read(#require(message.toURLRequest().httpBodyStream)) == Data("123".utf8))
            let error = Self.plain.sending(.file(url, range: Beginning(end: 6))).resolutionError()
            #expect(error?.code == .bodyEncodingFailed)
        }
    }

    @Test(arguments: [false, true])
    func `a range of a file that is gone, or has become a directory, is an error when it is sent`(
        isDirectory: Bool
    ) throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a")
            try Data("12345".utf8).write(to: url)
            let message = try Self.plain.sending(.file(url, range: 1...3)).resolve()
            try FileManager.default.removeItem(at: url)
            if isDirectory { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }
            let reader = BlockingReader(message.body, length: message.body.length)
            let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 10)
            defer { memory.deallocate() }
            let error = #expect(throws: TransportError.self) { try reader.read(into: memory) }
            #expect(error?.code == .bodyUnreadable)
            #expect(error?.underlyingError != nil)
        }
    }

    @Test func `a file is sent from its URL, with its size`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a b.png")
            try Data("12345".utf8).write(to: url)
            let message = try Self.plain.sending(.file(url, contentType: "image/png")).resolve()
            guard case .file(url) = message.body else { Issue.record("not the file"); return }
            #expect(message.body.length == 5)
            #expect(message.header["Content-Type"] == "image/png")
            #expect(message.body.description == "a file of 5 bytes")
            let stream = try #require(try message.toURLRequest().httpBodyStream)
            #expect(read(stream) == Data("12345".utf8))
            #expect(try message.toURLRequest().httpBody == nil)
        }
    }

    @Test(arguments: [
        ("missing.txt", "the file \"missing.txt\" does not exist"),
        ("", "is a directory or another kind of file that can't be sent"),
        ("missing/", "does not exist"),
        ("a\r\nb", "the file \"a\\r\\nb\" does not exist"),
    ])
    func `a file that can't be read is an error before anything is sent`(name: String, message: String) throws {
        try withTemporaryDirectory { directory in
            let url = name.isEmpty ? directory : directory.appending(path: name)
            let error = try #require(Self.plain.sending(.file(url)).resolutionError())
            #expect(error.code == .bodyEncodingFailed)
            #expect(error.message.hasSuffix(message))
            #expect(!Shown.texts(of: error).hasRawControls)
        }
    }

    @Test func `a URL that isn't a file URL is an error`() throws {
        let error = try #require(Self.plain.sending(.file(URL("https://h/?token=SECRET"))).resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.message.hasSuffix(" doesn't have a file URL: create the URL with URL(filePath:)"))
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    @Test(.disabled(if: getuid() == 0, "root reads every file"))
    func `a file without permission is an error`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a")
            try Data().write(to: url)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
            let error = try #require(Self.plain.sending(.file(url)).resolutionError())
            #expect(error.message == "the file \"a\" can't be read because of its permissions")
        }
    }

    @Test func `a stream is created when it is needed, and again each time`() throws {
        let count = Counter()
        let request = Self.plain.sending(
            .stream(contentType: "text/csv", length: 2) {
                count.next()
                return InputStream(data: Data("hi".utf8))
            }
        )
        let message = try request.resolve()
        #expect(count.count == 0)
        #expect(message.body.length == 2)
        #expect(message.body.description == "a stream of 2 bytes")
        #expect(message.header["Content-Type"] == "text/csv")
        for _ in 1...2 {
            #expect(read(try #require(try message.toURLRequest().httpBodyStream)) == Data("hi".utf8))
        }
        #expect(count.count == 2)
    }

    @Test func `a stream without a length is chunked`() throws {
        let wire = try Self.plain.sending(.stream { InputStream(data: Data()) }).wire()
        #expect(wire.hasSuffix("Content-Type: application/octet-stream\nTransfer-Encoding: chunked\n\n(a stream)"))
    }

    @Test func `a stream that can't be created is an error of the conversion`() throws {
        let request = Self.plain.sending(.stream { throw Refusal() })
        #expect(request.resolutionError() == nil)
        let error = #expect(throws: TransportError.self) { try request.toURLRequest() }
        #expect(error?.code == .bodyUnreadable)
        #expect(error?.underlyingError is Refusal)
        #expect(error?.request != nil)
    }

    @Test func `a part of a file is sent with its length, as often as needed`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a.png")
            try Data("0123456789".utf8).write(to: url)
            let parts: [(BodyProvider, String)] = [
                (.file(url, range: 2..<5), "234"), (.file(url, range: 2...5), "2345"), (.file(url, range: 7...), "789"),
                (.file(url, range: ..<3), "012"), (.file(url, range: ...3), "0123"), (.file(url, range: 10...), ""),
            ]
            for (body, text) in parts {
                let message = try Self.plain.sending(body).resolve()
                #expect(message.body.length == text.utf8.count)
                #expect(message.header["Content-Type"] == "image/png")
                for _ in 1...2 {
                    let stream = try #require(try message.toURLRequest().httpBodyStream)
                    #expect(read(stream) == Data(text.utf8))
                }
            }
            let typed = try Self.plain.sending(.file(url, range: 0..<1, contentType: .octetStream)).resolve()
            #expect(typed.header["Content-Type"] == "application/octet-stream")
            #expect(try multipart { Part("p", .file(url, range: 2..<5)) }.bodyText().contains("||234|") == true)
        }
    }

    @Test func `a range outside of the file is an error before anything is sent`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "a")
            try Data("0123456789".utf8).write(to: url)
            let parts: [BodyProvider] = [
                .file(url, range: 5..<11), .file(url, range: 11...), .file(url, range: ...10),
                .file(url, range: -1..<3),
                .file(url, range: ..<(-1)), .file(url, range: 0...Int.max), .file(url, range: ...Int.max),
                .file(url, range: Int.min...),
            ]
            for body in parts {
                let error = try #require(Self.plain.sending(body).resolutionError())
                #expect(error.code == .bodyEncodingFailed)
                #expect(
                    error.message
                        == "the file \"a\" doesn't contain all bytes of the range; the file's size is 10 bytes")
            }
        }
    }

    private func read(_ stream: InputStream) -> Data {
        stream.open()
        defer { stream.close() }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = stream.read(&buffer, maxLength: buffer.count)
        return Data(buffer.prefix(max(count, 0)))
    }
}
