import Foundation
import Requests
import TestSupport
import Testing

@Suite("CookieJar, in a file") struct CookieFileTests {
    private let url = URL("https://a.example/")

    @Test func `cookies are restored in their order, until their session ends`() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "jar.json")
            let jar = try CookieJar(file: file)
            try jar.set(
                WebCookie(
                    "z", "1 ü\"", path: "/", maxAge: 1_000, isSecure: true, isHTTPOnly: true, sameSite: .lax),
                from: url)
            try jar.set(WebCookie("a", "2", domain: "a.example", path: "/"), from: url)
            let again = try CookieJar(file: file)
            let (cookies, loaded) = (jar.cookies(for: url), again.cookies(for: url))
            #expect(loaded.map(\.name) == ["z", "a"])
            #expect(loaded.map(\.value) == ["1 ü\"", "2"])
            #expect(loaded.last == cookies.last)
            #expect(
                loaded.first?.isSecure == true && loaded.first?.isHTTPOnly == true && loaded.first?.sameSite == .lax)
            #expect(
                try #require(loaded.first?.expires).timeIntervalSince(#require(cookies.first?.expires)).magnitude < 0.01
            )
            again.endSession()
            #expect(try CookieJar(file: file).cookies(for: url).map(\.name) == ["z"])
            again.removeAll()
            #expect(try CookieJar(file: file).cookies(for: url) == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["jar.json"])
        }
    }

    @Test func `no other user can read the file, even if it was open before`() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "jar.json")
            func permissions() throws -> Int {
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                return try #require(attributes[.posixPermissions] as? NSNumber).intValue
            }
            try CookieJar(file: file).set(WebCookie("a", "1"), from: url)
            #expect(try permissions() == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            let jar = try CookieJar(file: file)
            #expect(try permissions() == 0o600)
            #expect(jar.cookies(for: url).count == 1)
        }
    }

    @Test(arguments: [
        "", "{", "[]", "not a jar", #"{"version":2,"cookies":[]}"#, #"{"version":1,"cookies":[{"name":"a"}]}"#,
        #"{"version":1,"cookies":[{"name":"a","value":"b\r\nX: y","host":"a.example","isHostOnly":true,"path":"/","#
            + #""isSecure":false,"isHTTPOnly":false}]}"#,
    ])
    func `a damaged file is an error, and stays unchanged`(content: String) throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "jar.json")
            try Data(content.utf8).write(to: file)
            let error = #expect(throws: TransportError.self) { try CookieJar(file: file) }
            #expect(error?.code == .fileReadFailed)
            #expect(error?.message.hasPrefix(#"the file "jar.json" could not be read: "#) == true)
            #expect(try Data(contentsOf: file) == Data(content.utf8))
        }
    }

    @Test func `a file that can't be written throws an error at once, and later when it is saved`() throws {
        try withTemporaryDirectory { directory in
            let missing = directory.appending(path: "missing/jar.json")
            let error = #expect(throws: TransportError.self) { try CookieJar(file: missing) }
            #expect(error?.code == .fileWriteFailed)
            #expect(error?.message.contains("the directory does not exist") == true)
            #expect(throws: TransportError.self) { try CookieJar(file: directory) }
            #expect(throws: TransportError.self) { try CookieJar(file: URL("https://a.example/jar.json")) }

            let folder = directory.appending(path: "folder")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let jar = try CookieJar(file: folder.appending(path: "jar.json"))
            try FileManager.default.removeItem(at: folder)
            try jar.set(WebCookie("a", "1"), from: url)
            #expect(jar.cookies(for: url).count == 1)
            #expect(throws: TransportError.self) { try jar.save() }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try jar.save()
            #expect(try CookieJar(file: folder.appending(path: "jar.json")).cookies(for: url).count == 1)
        }
    }

    @Test func `a file that has become a directory is an error, and nothing else is left there`() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "jar.json")
            let jar = try CookieJar(file: file)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            try jar.set(WebCookie("a", "1"), from: url)
            let error = #expect(throws: TransportError.self) { try jar.save() }
            #expect(error?.code == .fileWriteFailed)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["jar.json"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: file.path) == [])
        }
    }

    @Test func `many tasks write one after another, and nothing is lost`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "jar.json")
        let jar = try CookieJar(file: file)
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask { [url] in try? jar.set(WebCookie("c\(number)", "1"), from: url) }
            }
        }
        #expect(try CookieJar(file: file).cookies(for: url).count == 50)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["jar.json"])
    }
}

@Suite("CookieJar, HTTPCookie") struct HTTPCookieTests {
    private let url = URL("https://www.a.example/b")

    @Test func `cookies are unchanged after a round trip through Foundation`() throws {
        let jar = CookieJar()
        try jar.set(WebCookie("host", "1", path: "/b", isSecure: true, isHTTPOnly: true), from: url)
        try jar.set(WebCookie("domain", "2=", domain: "a.example", path: "/", maxAge: 1_000), from: url)
        try jar.set(#require(WebCookie("nameless; Path=/")), from: url)
        let cookies = jar.httpCookies
        #expect(cookies.map(\.name) == ["host", "domain", ""])
        #expect(cookies.map(\.value) == ["1", "2=", "nameless"])
        #expect(cookies.map(\.domain) == ["www.a.example", ".a.example", "www.a.example"])
        #expect(cookies.map(\.path) == ["/b", "/", "/"])
        #expect(cookies.map(\.isSecure) == [true, false, false])
        #expect(cookies.map(\.isHTTPOnly) == [true, false, false])
        #expect(cookies.map { $0.expiresDate != nil } == [false, true, false])

        let copy = CookieJar()
        for cookie in cookies { try copy.set(cookie) }
        #expect(copy.cookies(for: url) == jar.cookies(for: url))
        #expect(copy.cookies(for: URL("https://a.example/b")).map(\.name) == ["domain"])
    }

    @Test func `cookies that Foundation read from a response are kept`() throws {
        let fields = ["Set-Cookie": "a=1; Domain=a.example; Path=/; Max-Age=100; Secure; HttpOnly"]
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let jar = CookieJar(date: { date })
        for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: url) { try jar.set(cookie) }
        let cookie = try #require(jar.cookies(for: url).first)
        #expect(cookie.domain == "a.example" && cookie.isSecure && cookie.isHTTPOnly && cookie.expires != nil)
    }

    @Test(arguments: ["a b", "", "a;b"]) func `a domain that is not a host is an error`(domain: String) throws {
        let properties: [HTTPCookiePropertyKey: Any] = [.name: "a", .value: "1", .path: "/", .domain: domain]
        guard let cookie = HTTPCookie(properties: properties) else { return }
        #expect(throws: TransportError.self) { try CookieJar().set(cookie) }
    }
}
