import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("Dot segments that a request allows") struct DotSegmentTests {
    private let api = AnonymousProvider("https://h/bucket")

    private func allowed(_ endpoint: URLPath) -> Request<AnonymousProvider, String> {
        api.get(.text, from: endpoint).setting(\.allowsDotSegments, true)
    }

    @Test(arguments: ["..", ".", "%2e%2e", "a/../b"])
    func `dot segments reach the URL unchanged`(path: String) throws {
        #expect(try allowed("/\(raw: path)/c").resolve().urlText == "https://h/bucket/\(path)/c")
        #expect(try allowed("/\(segments: ["a", "..", "b"])").resolve().urlText == "https://h/bucket/a/../b")
        #expect(try allowed("/\("..")").resolve().urlText == "https://h/bucket/..")
        let whole = try #require(URL(string: "https://h/a/../b"))
        #expect(try allowed(URLPath(absolute: whole)).resolve().urlText == "https://h/a/../b")
        #expect(try allowed("/a/../b").toURLRequest().url?.absoluteString == "https://h/bucket/a/../b")
    }

    @Test func `dot segments are an error without the option`() throws {
        for endpoint: URLPath in ["/\("..")", "/a/../b", "/\(segments: [".", "a"])"] {
            let error = try #require(api.get(.text, from: endpoint).resolutionError())
            #expect(error.code == .invalidPath)
        }
    }

    @Test func `other problems of a path with dot segments are still reported`() throws {
        let rows: [URLPath] = ["//h/..", "https://h/../a", "/../\("")", "/../{id}", "/..#a"]
        for endpoint in rows {
            let error = try #require(allowed(endpoint).resolutionError())
            #expect(!error.message.contains("climb"), "\(endpoint)")
        }
    }

    @Test func `the base URL may contain no dot segments, even with the option`() throws {
        let api = AnonymousProvider("https://h/a/../b")
        let request = api.get(.text, from: "/c").setting(\.allowsDotSegments, true)
        #expect(request.resolutionError()?.code == .invalidBaseURL)
    }

    @Test func `a curl command keeps dot segments`() throws {
        let kept = "curl --path-as-is --globoff 'https://h/bucket/a/../b'"
        #expect(try allowed("/a/../b").resolve().cURL().hasPrefix(kept))
        #expect(try !allowed("/a/b").resolve().cURL().contains("--path-as-is"))
    }

    @Test func `URLSession sends no dot segments, and says why`() async throws {
        let error = await #expect(throws: RequestError<Never>.self) {
            try await URLSession.shared.perform(allowed("/a/../b"))
        }
        #expect(error?.code == .invalidURL)
        #expect(error?.message.contains("AsyncHTTPClient") == true)
    }

    @Test func `a declared endpoint accepts a key with dot segments`() throws {
        let request = ObjectAPI().request(\.object, ObjectKey(key: "a/../b"))
        #expect(try request.resolve().urlText == "https://h/bucket/a/../b")
        try ObjectAPI().check()
    }
}

private struct ObjectKey: Codable, Sendable {
    var key: String
}

private struct ObjectAPI: RequestProviding {
    let baseURL: URL = URL("https://h/bucket")
    let object = Endpoint<ObjectKey, Data>(.get, "/{key*}").setting(\.allowsDotSegments, true)
    let above = Endpoint<ObjectKey, Void>(.delete, "/../{key}").setting(\.allowsDotSegments, true)
}
