import Foundation
import Requests
import Testing

/// Values that a path has no place for, and that have a description all the same.
struct UnfitValueTests {
    // The compiler warns of each; a deprecated caller is not warned.
    @available(*, deprecated)
    private static var paths: [URLPath] {
        let data = Data([1])
        return [
            "/x/\([1, 2])", "/x/\(Set([1]))", "/x/\(["a": 1])", "/x/\(data)", "/x?ids=\([1])", "/x/\([] as [Int])",
        ]
    }

    @available(*, deprecated)
    @Test func `a collection or data is an error, and no description goes out`() throws {
        for path in Self.paths {
            let error = try #require(request(to: path).resolutionError())
            #expect(error.code == .invalidPath)
            #expect(error.message.contains("one value for a segment"))
        }
    }

    @Test(arguments: ["http://other.example/b", "https://h/b", "ftp://h"])
    func `a whole URL as the text of a path is an error`(text: String) throws {
        let error = try #require(request(to: URLPath(text)).resolutionError())
        #expect(error.code == .invalidPath)
        #expect(error.message.contains("URLPath(absolute:)"))
    }

    @Test(arguments: [
        ("/http://h", "https://h/http://h"), ("a:b/c", "https://h/a:b/c"), ("x?u=http://h", "https://h/x?u=http://h"),
    ])
    func `a colon and slashes further on are part of the path`(text: String, url: String) throws {
        let resolved = try request(to: URLPath(text)).resolve().url
        #expect(resolved == url)
    }

    @Test func `a whole URL as a value is one segment`() throws {
        let value = "http://h/b"
        let resolved = try request(to: "\(value)").resolve().url
        #expect(resolved == "https://h/http%3A%2F%2Fh%2Fb")
    }
}
