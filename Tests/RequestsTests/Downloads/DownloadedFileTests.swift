import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("DownloadedFile", .timeLimit(.minutes(1)))
struct DownloadedFileTests {
    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    @Test func `the file and its directory are removed with the last reference`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("film", fields: [("X-A", "b")]) }) { server in
            var film: DownloadedFile? = try await URLSession.shared.download(server.api.get(from: "/films/1"))
            let file = try #require(film?.url)
            #expect(file.text == "film" && film?.head.header["X-A"] == "b")
            let attributes = try FileManager.default.attributesOfItem(atPath: file.deletingLastPathComponent().path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            film = nil
            #expect(!exists(file) && !exists(file.deletingLastPathComponent()))
        }
    }

    @Test func `a moved file stays`() async throws {
        try await withTemporaryDirectory { directory in
            try await withRawServer(responding: { _ in RawServer.ok("film") }) { server in
                let kept = directory.appending(path: "kept")
                do {
                    let film = try await URLSession.shared.download(server.api.get(from: "/films/1"))
                    try FileManager.default.moveItem(at: film.url, to: kept)
                }
                #expect(kept.text == "film")
            }
        }
    }

    @Test(arguments: ["../../evil", "/tmp/evil", "evil", "a%2F..%2F..%2Fevil"])
    func `a server can't name the file`(name: String) async throws {
        let fields = [("Content-Disposition", "attachment; filename=\"\(name)\"")]
        try await withRawServer(responding: { _ in RawServer.ok("film", fields: fields) }) { server in
            let film = try await URLSession.shared.download(server.api.get(from: "/evil"))
            let directory = film.url.deletingLastPathComponent()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["download"])
            try await withTemporaryDirectory { directory in
                try await URLSession.shared.download(server.api.get(from: "/evil"), to: directory.appending(path: "a"))
                #expect(directory.names == ["a"])
            }
        }
    }

    @Test func `a failed response is the error of the call`() async throws {
        let missing = RawServer.response(status: 404, reason: "Not Found", body: "none")
        try await withRawServer(responding: { _ in missing }) { server in
            let error = await #expect(throws: TransportError.self) {
                try await URLSession.shared.download(server.api.get(from: "/films/1"))
            }
            #expect(error?.code == .unacceptableStatus && error?.body == Data("none".utf8))
        }
    }
}
