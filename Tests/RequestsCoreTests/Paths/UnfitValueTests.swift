import Foundation
import Requests
import TestSupport
import Testing

/// Values that don't fit into a path, although they have a description.
struct UnfitValueTests {
    // The compiler warns about each of these paths, but not inside deprecated code.
    @available(*, deprecated)
    private static var paths: [URLPath] {
        let data = Data([1])
        return [
            "/x/\([1, 2])", "/x/\(Set([1]))", "/x/\(["a": 1])", "/x/\(data)", "/x?ids=\([1])", "/x/\([] as [Int])",
        ]
    }

    @available(*, deprecated)
    @Test func `a collection or data is an error, and no description is sent`() throws {
        for path in Self.paths {
            let error = try #require(request(to: path).resolutionError())
            #expect(error.code == .invalidPath)
            #expect(error.message.contains("a segment of the path must be a single value"))
        }
    }

    private struct Price: RawRepresentable, CustomStringConvertible {
        var rawValue: Double
        var description: String { "a price" }
    }

    private struct Size: RawRepresentable { var rawValue: Float }

    private static let notFinite: [URLPath] = [
        "/x/\(Double.nan)", "/x/\(-Double.infinity)", "/x/\(Float.infinity)", "/x/a\(CGFloat.nan)b",
        "/x/\(Decimal.nan)",
        "/x/\(Double.signalingNaN)", "/x/\(Double(nan: 7, signaling: false))", "/x/\(-Double.nan)",
        "/x?q=\(Double.nan)",
        "/x/\(Price(rawValue: .nan))", "/x/\(Size(rawValue: .infinity))", "/x/\(sensitive: Double.nan)",
        "/x/\(sensitive: Price(rawValue: .nan))",
    ]

    @Test(arguments: notFinite)
    func `a number that isn't finite is an error`(path: URLPath) throws {
        let error = try #require(request(to: path).resolutionError())
        #expect(error.code == .invalidPath)
        #expect(error.message.contains("a number in the path is not finite"))
    }

    @Test func `a text that reads like such a number is a text, and any other number is sent`() throws {
        let text = "inf"
        #expect(try request(to: "/\("nan")/\(text[...])").resolve().urlText == "https://h/nan/inf")
        #expect(try request(to: "/\(-1.5)/\(1e300)/\(Decimal(2))").resolve().urlText == "https://h/-1.5/1e%2B300/2")
        #expect(try request(to: "/\(Price(rawValue: 2))").resolve().urlText == "https://h/2.0")
    }

    @Test(arguments: ["http://other.example/b", "https://h/b", "ftp://h"])
    func `a whole URL as the text of a path is an error`(text: String) throws {
        let error = try #require(request(to: URLPath(text)).resolutionError())
        #expect(error.code == .invalidPath)
        #expect(error.message.contains("URLPath(link:)"))
    }

    @Test(arguments: [
        ("/http://h", "https://h/http://h"), ("a:b/c", "https://h/a:b/c"), ("x?u=http://h", "https://h/x?u=http://h"),
    ])
    func `a colon or slashes later in the path are part of it`(text: String, url: String) throws {
        let resolved = try request(to: URLPath(text)).resolve().urlText
        #expect(resolved == url)
    }

    @Test func `a whole URL as a value is one segment`() throws {
        let value = "http://h/b"
        let resolved = try request(to: "\(value)").resolve().urlText
        #expect(resolved == "https://h/http%3A%2F%2Fh%2Fb")
    }
}
