import Foundation
import Requests

extension TransportConformance {
    /// A Location is resolved against the URL of the request (RFC 3986, section 5.4).
    static let locations: [ConformanceCase] = references.map(resolving) + oddReferences + latin1 + fragments

    /// References, and their targets relative to `/b/c/d;p?q`: the examples of sections 5.4.1 and 5.4.2.
    private static let references: [(reference: String, target: String)] = [
        ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
        ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"), ("g;x?y#s", "/b/c/g;x?y"),
        (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"),
        ("../../", "/"),
        ("../../g", "/g"), ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"),
        ("g.", "/b/c/g."),
        (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"),
        ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
        ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"), ("g#s/./x", "/b/c/g"), ("g#s/../x", "/b/c/g"),
        // Besides these examples, servers send the following references.
        ("a%2Fb", "/b/c/a%2Fb"), ("/a%2fb?c=%41", "/a%2fb?c=%41"), ("/a+b?c+d", "/a+b?c+d"), ("g:h/..", ""),
        ("/a?b=http://c/", "/a?b=http://c/"), ("/a//b", "/a//b"), ("//{host}/g", "/g"), ("http://{host}/g?y", "/g?y"),
        ("HTTP://{host}/g", "/g"), ("http://{host}", "/"), ("http://{host}?y", "/?y"),
    ].filter { !$0.1.isEmpty }

    private static func resolving(_ reference: String, _ target: String) -> ConformanceCase {
        ConformanceCase(.locations, "\(reference) leads to \(target)") { stage in
            let server = try stage.serve(responding: { request in
                guard request.target == "/b/c/d;p?q" else { return RawServer.ok("hi") }
                var location = reference.replacing("{host}", with: request.first("Host") ?? "")
                if location.lowercased().hasPrefix("http:"), stage.isSecure {
                    location.insert(
                        location.hasPrefix("h") ? "s" : "S", at: location.index(location.startIndex, offsetBy: 4))
                }
                return RawServer.response(status: 302, reason: "Found", fields: [("Location", location)])
            })
            try await stage.expect(server.request(.get, "/b/c/d;p?q"), .response("hi"))
            try stage.expect(server.requests.map(\.target), ["/b/c/d;p?q", target], "the targets")
        }
    }

    /// Strings that servers send, although they are not valid references.
    ///
    /// A transport repairs or rejects them.
    private static let oddReferences: [ConformanceCase] = [
        ("a space", "/a b", ["/a%20b"]), ("UTF-8", "/gr\u{FC}n", ["/gr%C3%BCn"]),
        ("a bad escape", "/a%zz", ["/a%zz", "/a%25zz"]),
        ("a backslash", "/a\\b", ["/a%5Cb", "/a\\b", "/a/b"]),
        ("brackets in the query", "/a?b[]=c", ["/a?b[]=c", "/a?b%5B%5D=c"]),
        ("white space around it", "  /a\t", ["/a"]),
    ].map { name, location, targets in
        ConformanceCase(.locations, "\(name) is mended or refused") { stage in
            let server = try stage.serve(responding: { request in
                guard request.target == "/" else { return RawServer.ok("hi") }
                return "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
            })
            try await stage.expect(server.request(), .response("hi") || .failure(.redirectRefused))
            let target = server.requests.dropFirst().first?.target
            try stage.expect(target.map { targets.contains($0) } ?? true, "one of \(targets)", "\(target ?? "")")
        }
    }

    /// A byte that is not UTF-8 is sent unchanged, or the request is not sent.
    private static let latin1: [ConformanceCase] = [
        ConformanceCase(.locations, "Latin-1 is kept or refused") { stage in
            let location = Array("HTTP/1.1 302 Found\r\nLocation: /caf".utf8) + [0xE9]
            let server = try stage.serve { connection in
                let request = try connection.readRequest()
                guard request.target == "/" else { return try connection.send(RawServer.ok("hi")) }
                try connection.send(location + Array("\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8))
            }
            try await stage.expect(
                server.request(), .response("hi") || .failure(.redirectRefused, .malformedResponse))
            let targets = server.requests.map(\.target)
            try stage.expect(
                [["/"], ["/", "/caf%E9"]].contains(targets), "/, and the byte E9 unchanged", "\(targets)")
        }
    ]

    private static let fragments: [ConformanceCase] = [
        ConformanceCase(.locations, "a fragment is not sent") { stage in
            let server = try stage.serve(responding: { request in
                guard request.target == "/" else { return RawServer.ok("hi") }
                return RawServer.response(status: 302, reason: "Found", fields: [("Location", "/a#b?c")])
            })
            try await stage.expect(server.request(), .response("hi"))
            try stage.expect(server.requests.last?.target, "/a", "the target")
        },
        ConformanceCase(.locations, "each is resolved against the one before") { stage in
            let server = try stage.serve(responding: { request in
                switch request.target {
                case "/a/b": RawServer.response(status: 302, reason: "Found", fields: [("Location", "c/d")])
                case "/a/c/d": RawServer.response(status: 307, reason: "Moved", fields: [("Location", "../e?f")])
                default: RawServer.ok(request.target)
                }
            })
            try await stage.expect(server.request(.get, "/a/b"), .response("/a/e?f"))
        },
    ]
}
