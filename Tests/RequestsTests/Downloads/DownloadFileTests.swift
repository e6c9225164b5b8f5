import Foundation
import Testing

@testable import Requests
@testable import RequestsCore

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("Download, files that can't be written", .timeLimit(.minutes(1)))
struct DownloadFileTests {
    @Test(
        arguments: [
            ("none/a", #"the file "a" could not be written: the directory does not exist"#),
            ("directory", #"the file "directory" could not be written: there is a directory with the same name"#),
            ("file/a", #"the file "a" could not be written: a component of the path is not a directory"#),
            ("a%00b", "the download destination isn't a file URL"),
        ], [false, true])
    func `a file that can't be written sends no request`(_ row: (path: String, message: String), isResuming: Bool)
        async throws
    {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(
                at: directory.appending(path: "directory"), withIntermediateDirectories: false
            )
            try Data("old".utf8).write(to: directory.appending(path: "file"))
            let transport = Prepared()
            let file = try #require(URL(string: directory.absoluteString + "/" + row.path))
            let request = AnonymousProvider("http://h").get(from: "/").adding(query: "token", "se-cret")
            let error = await transport.failure(of: request, to: file, resuming: isResuming)
            #expect(error?.code == .fileWriteFailed)
            #expect(error?.message == row.message)
            #expect(error?.description.contains("se-cret") == false)
            #expect(error?.description.contains(directory.path) == false)
            #expect(transport.requests.isEmpty)
            #expect(directory.names == ["directory", "file"])
        }
    }

    @Test(arguments: ["https://h/a", "a"])
    func `a destination that isn't a file is an error`(text: String) async throws {
        let url = try #require(URL(string: text))
        let error = await Prepared().failure(of: AnonymousProvider("http://h").get(from: "/"), to: url)
        #expect(error?.code == .fileWriteFailed)
        #expect(error?.message == "the download destination isn't a file URL")
    }

    @Test func `a name that is too long is an error`() async throws {
        try await withTemporaryDirectory { directory in
            let response = Prepared.Response(chunks: ["new"])
            let name = String(repeating: "a", count: 255)
            let error = await Prepared(response).failure(
                of: AnonymousProvider("http://h").get(from: "/"), to: directory.appending(path: name)
            )
            #expect(error == nil)
            for (name, isResuming) in [(name, true), (name + "a", false)] {
                let error = await Prepared(response).failure(
                    of: AnonymousProvider("http://h").get(from: "/"), to: directory.appending(path: name),
                    resuming: isResuming
                )
                #expect(error?.message.hasSuffix("could not be written: the name is too long") == true)
            }
            #expect(directory.names == [name])
        }
    }

    @Test func `an obstacle in place of the partial file stays`() async throws {
        try await withTemporaryDirectory { directory in
            try Data("mine".utf8).write(to: directory.appending(path: "a.partial"))
            let request = AnonymousProvider("http://h").get(from: "/")
            let error = await Prepared().failure(of: request, to: directory.appending(path: "a"), resuming: true)
            #expect(error?.code == .fileWriteFailed)
            #expect(directory.appending(path: "a.partial").text == "mine")
            try FileManager.default.createDirectory(
                at: directory.appending(path: "b.partial"), withIntermediateDirectories: false
            )
            try Data("mine".utf8).write(to: directory.appending(path: "b.partial/file"))
            let file = directory.appending(path: "b")
            try await Prepared(.init(chunks: ["new"])).download(request, to: file, resuming: true)
            #expect(directory.names == ["a.partial", "b", "b.partial", "b.partial/file"])
        }
    }

    @Test func `a link is replaced, and its target stays`() async throws {
        try await withTemporaryDirectory { directory in
            let (file, link) = (directory.appending(path: "a"), directory.appending(path: "b"))
            try Data("old".utf8).write(to: file)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            try await Prepared(.init(chunks: ["new"])).download(AnonymousProvider("http://h").get(from: "/"), to: link)
            #expect(file.text == "old" && link.text == "new")
        }
    }

    #if os(Linux)
    @Test func `a full volume is an error`() throws {
        let file = try DiskFile("/dev/full", .update)
        let sink = FileSink(file, name: "a\nb", expecting: nil, upTo: .max, progress: nil)
        let error = #expect(throws: TransportError.self) { try sink.write(Data("new".utf8)) }
        #expect(error?.code == .fileWriteFailed)
        #expect(error?.message == #"the file "a\nb" could not be written: there is no space left on the volume"#)
        #expect((error?.underlyingError as? POSIXError)?.code == .ENOSPC)
        #expect(sink.count == 0)
    }
    #endif

    @Test func `chunks of several pieces are written in order`() throws {
        try withTemporaryDirectory { directory in
            let path = directory.appending(path: "a").path
            let file = try DiskFile(path, .create)
            let slice = Data("abcdef".utf8)[2..<4]
            for data in [slice, Data(), Data("x".utf8)] { try file.write(data) }
            try file.close()
            #expect(throws: FileIssue.self) { try file.write(slice) }
            #expect(directory.appending(path: "a").text == "cdx")
            #expect(throws: FileIssue.self) { try DiskFile(path, .create) }
        }
    }
}
