import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@testable import RequestsCore
@testable import RequestsEndpoints

/// The command line of curl, read back by a real shell.
struct CURLTests {
    private static let api = AnonymousProvider("https://h")

    @Test(
        arguments: [
            (api.get(.none, from: "/n"), "curl --globoff 'https://h/n'"),
            (api.head("/n"), "curl --head --globoff 'https://h/n'"),
            (api.delete("/n"), "curl -X 'DELETE' --globoff 'https://h/n'"),
            (
                api.post(.text("it's"), to: "/n").adding(headerField: "X-A", ""),
                "curl -X 'POST' --globoff 'https://h/n' -H 'X-A;' -H 'Content-Type: text/plain; charset=utf-8' "
                    + "--data-binary '<4 bytes>'"
            ),
            (
                api.get(.none, from: "/n").adding(query: "sig", "SECRET").authenticated(with: .bearerToken("SECRET")),
                "curl --globoff 'https://h/n?sig=<redacted>' -H 'Authorization: <redacted>'"
            ),
            (
                api.get(.none, from: "/n").sending(.text("x")).allowingBody(),
                "curl -X 'GET' --globoff 'https://h/n' -H 'Content-Type: text/plain; charset=utf-8' --data-binary '<1 byte>'"
            ),
            (
                api.post(BodyProvider { _, _ in .data(Data("x".utf8)) }, to: "/n"),
                "curl -X 'POST' --globoff 'https://h/n' -H 'Content-Type:' --data-binary '<1 byte>'"
            ),
        ] as [(Request<AnonymousProvider, Void>, String)])
    func `secrets and bodies are hidden by default`(
        request: Request<AnonymousProvider, Void>, command: String
    ) throws {
        #expect(try request.resolve().cURL() == command)
    }

    @Test(arguments: [
        "plain", "it's", "'", "''", "'; rm -rf /; '", "a\nb", "a\r\nb", "\n", "$HOME ${HOME} $(id) `id`", "\\", "\\'",
        "a\\nb",
        "\"double\"", "!!", "!'!", "@/etc/passwd", "-d", "--", "#", "~", "*?[a-z]{1,2}", "a  b\tc ", "%s%n", "&|;<>()",
        "é日本👩‍👩‍👧",
        "'\u{301}", "\u{1B}[31m", "<redacted>", "a=b&c=d",
    ])
    func `a shell reads every word of a text unchanged`(text: String) throws {
        let message = try Self.api.post(.text(text), to: "/\(text)").adding(query: "q[]", text)
            .adding(
                headerField: "X-Text",
                text.unicodeScalars.filter { $0.value >= 0x20 }.map(String.init).joined()
                    .trimmingCharacters(in: .whitespaces)
            )
            .resolve()
        let words = try shellWords(of: message.cURL(revealingSecrets: true, showingBody: true))
        let value = message.header["X-Text"] ?? ""
        #expect(
            words
                == [
                    "-X", "POST", "--globoff", message.urlText, "-H", value.isEmpty ? "X-Text;" : "X-Text: \(value)",
                    "-H", "Content-Type: text/plain; charset=utf-8", "--data-raw", text, "",
                ].map { Data($0.utf8) }
        )
    }

    @Test(arguments: [[0xFF], [0], [0x61, 0, 0x62], [0x0A, 0xFF], Array(0...255), []] as [[UInt8]])
    func `a body that isn't text reaches curl through its standard input`(bytes: [UInt8]) throws {
        let message = try Self.api.post(Data(bytes), to: "/n").resolve()
        let words = try shellWords(of: message.cURL(revealingSecrets: true, showingBody: true))
        let head = ["-X", "POST", "--globoff", "https://h/n", "-H", "Content-Type: application/octet-stream"]
        let body = bytes.isEmpty ? ["--data-raw", "", ""] : ["--data-binary", "@-"]
        #expect(words == (head + body).map { Data($0.utf8) } + (bytes.isEmpty ? [] : Data(bytes).split0))
    }

    @Test func `a file reaches curl as its path`() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "it's a file")
            try Data("hi".utf8).write(to: url)
            let message = try Self.api.put(.file(url), to: "/n").resolve()
            let words = try shellWords(of: message.cURL(showingBody: true))
            #expect(words.suffix(3) == ["--data-binary", "@\(url.path)", ""].map { Data($0.utf8) })
            #expect(message.cURL().hasSuffix("--data-binary '<a file of 2 bytes>'"))
        }
    }

    private static let streams: [BodyProvider] = [
        .multipart { Part("s", .stream { InputStream(data: Data("a".utf8)) }) },
        .stream(length: 2) { InputStream(data: Data("hi".utf8)) }, .stream { InputStream(data: Data("hi".utf8)) },
    ]

    @Test(arguments: [false, true])
    func `a note replaces content that is created while it is sent`(showingBody: Bool) throws {
        for body in Self.streams {
            let message = try Self.api.post(body, to: "/n").resolve()
            let words = try shellWords(of: message.cURL(showingBody: showingBody))
            #expect(words.suffix(3) == ["--data-binary", "<\(message.body)>", ""].map { Data($0.utf8) })
        }
    }

    /// Makes a form with a file, and with parts whose names and values would have a special meaning in curl's options.
    private static func form(_ file: URL) -> BodyProvider {
        .multipart(boundary: "it-s-a-boundary") {
            Part("file", file: file)
            Part(
                "it's; \"a\", b\\c", file: file, fileName: "x;type=a/b\".\\,y'é",
                contentType: "text/plain; charset=utf-8")
            Part("plain", .file(file, contentType: .plainText))
            for (index, value) in ["@/etc/passwd", "</etc/passwd", "a;type=text/html", "\"q\"", "a\r\nb\\", ""]
                .enumerated()
            {
                Part("v\(index)", value)
                Part("<t\(index)", .text(value), fileName: "@n\(index)")
            }
            Part("@j", .json(["a;b": "\"c\\"])).adding(headerField: "X-Id", "7; \"8\"\\")
        }
    }

    /// Returns the command for a form with a file, and the path of the file's folder.
    private func command(
        showingBody: Bool = true, _ form: (URL) -> BodyProvider
    ) throws -> (command: String, path: String) {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "it's \"a\";.png")
            try Data("hi".utf8).write(to: url)
            let message = try Self.api.post(form(url), to: "/n").resolve()
            return (message.cURL(showingBody: showingBody), directory.path)
        }
    }

    @Test func `a form with files becomes options`() throws {
        let (command, path) = try command { url in
            .multipart {
                Part("title", "a=@b")
                Part("f", file: url, fileName: "me.png")
            }
        }
        #expect(
            command == #"curl -X 'POST' --globoff 'https://h/n' --form-string 'title=a=@b' "#
                + #"-F 'f=@"\#(path)/it'\''s \"a\";.png";filename="me.png";type=image/png'"#)
    }

    @Test(arguments: [
        Part("a=b", "c"), Part("a", Data([0xFF])), Part("a", Data([0])),
        Part("s", .stream { InputStream(data: Data()) }),
        Part("d", "e").setting(headerField: "Content-Disposition", "form-data; name=d"),
    ])
    func `a form that curl can't create becomes a note`(part: Part) throws {
        let command = try command { url in
            .multipart {
                Part("f", file: url)
                part
            }
        }.command
        #expect(command.contains("-H 'Content-Type: multipart/form-data"), "\(command)")
        #expect(command.contains("'<a stream"), "\(command)")
    }

    @Test func `a file without a media type becomes an option unless it has a file name`() throws {
        func part(_ url: URL, fileName: String?) -> BodyProvider {
            .multipart { Part("f", BodyProvider { _, _ in .file(url) }, fileName: fileName) }
        }
        let (plain, path) = try command { part($0, fileName: nil) }
        #expect(plain.hasSuffix(#"-F 'f=<"\#(path)/it'\''s \"a\";.png"'"#), "\(plain)")
        // curl would add a media type.
        #expect(try command { part($0, fileName: "me.png") }.command.contains("'<a stream"))
    }

    @Test func `a hidden form becomes a note`() throws {
        let command = try command(showingBody: false, Self.form).command
        #expect(command.contains("--data-binary '<a stream of "))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: curl), "curl is not installed"))
    func `curl sends the parts that the library sends`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let file = FileManager.default.temporaryDirectory.appending(
                component: "it's \"\\;,\(UUID().uuidString).png")
            try Data([0, 0xFF, 0x0D, 0x0A, 0x40]).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let request = server.api.post(Self.form(file), to: "/a")
            let command = try request.resolve().cURL(showingBody: true)
            #expect(!command.contains("<a stream"))
            try run(command)
            try await URLSession.shared.perform(request)
            let (sent, expected) = (try Self.parts(server.requests.first), try Self.parts(server.requests.last))
            #expect(sent == expected)
            #expect(sent.count == 16)
        }
    }

    /// Returns the names, fields and contents of the parts of a form.
    private static func parts(_ request: RawRequest?) throws -> [[String]] {
        let request = try #require(request)
        let type = request["Content-Type"].first.flatMap { MediaType($0) }
        let bytes = Array(request.body)
        return try ReceivedPart.parts(in: bytes, contentType: type).map { part in
            [part.name, part.fileName ?? "-", "\(part.contentType?.rawValue ?? "-")", "\(Array(bytes[part.content]))"]
                + part.header.filter { $0.name == "X-Id" }.map(\.value)
        }
    }

    private static let curl = "/usr/bin/curl"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: curl), "curl is not installed"))
    func `curl sends the same request as the library`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let file = FileManager.default.temporaryDirectory.appending(component: "it's \(UUID().uuidString)")
            try Data("in a\nfile".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let api = server.api
            let form = BodyProvider.multipart(boundary: "it-s-a-boundary") {
                Part("title", "it's \"a\"\nHoliday")
                Part("raw", Data([0, 0xFF, 0x0A]))
            }
            let requests: [Request<AnonymousProvider, Void>] = [
                api.get(.none, from: "/a?b[]=c&d=e").adding(headerField: "X-Empty", ""),
                api.delete("/a").authenticated(with: .basic(user: "u", password: "it's")),
                api.post(.text("it's\r\n@x "), to: "/a"), api.post(Data([0, 0xFF, 0x0A]), to: "/a"),
                api.put(.file(file), to: "/a"), api.post(.form(["user[name]": "a b&c"]), to: "/a"),
                api.post(form, to: "/a"), api.patch(.text(""), to: "/a"),
            ]
            for request in requests {
                try run(request.resolve().cURL(revealingSecrets: true, showingBody: true))
                try await URLSession.shared.perform(request)
                let (sent, expected) = (server.requests.suffix(2).first, server.requests.last)
                #expect(sent?.method == expected?.method && sent?.target == expected?.target)
                #expect(sent?.body == expected?.body)
                for name in ["Content-Type", "Authorization", "X-Empty"] {
                    #expect(sent?[name] == expected?[name], "\(name)")
                }
                // A request without a body may state the length 0 or no length.
                let lengths = [sent, expected].map { $0?["Content-Length"].filter { $0 != "0" } }
                #expect(lengths[0] == lengths[1])
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: curl), "curl is not installed"))
    func `curl sends a note in place of a stream`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            for body in Self.streams {
                try run(server.api.post(body, to: "/a").resolve().cURL(showingBody: true))
                #expect(server.requests.last?.bodyText.hasPrefix("<a stream") == true)
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: curl), "curl is not installed"))
    func `curl connects to a Unix socket`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "c\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try RawServer(unixSocket: folder.path + "/it's a.sock") { try $0.respond(RawServer.ok("")) }
        try run(server.api.get(.none, from: "/a?b=c").resolve().cURL())
        #expect(server.requests.map(\.target) == ["/a?b=c"] && server.requests.first?["Host"] == ["localhost"])
        await Task.detached { server.stop() }.value
    }

    private func run(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command + " --silent --show-error --noproxy '*'"]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command)")
    }

    @Test func `secrets are revealed on request`() throws {
        let message = try Self.api.head("/\(sensitive: "SECRET1")").adding(query: "pin", "SECRET2", isSensitive: true)
            .authenticated(with: .apiKey("SECRET3", inHeader: "X-Key")).resolve()
        #expect(message.cURL() == "curl --head --globoff 'https://h/<redacted>?pin=<redacted>' -H 'X-Key: <redacted>'")
        #expect(
            message.cURL(revealingSecrets: true)
                == "curl --head --globoff 'https://h/SECRET1?pin=SECRET2' -H 'X-Key: SECRET3'"
        )
    }

    /// Returns the words that a shell passes to curl, followed by the content of curl's standard input.
    private func shellWords(of command: String) throws -> [Data] {
        let stub = #"curl() { for word in "$@"; do printf '%s\0' "$word"; done; cat; }; "#
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", stub + command]
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return data.split0
    }
}

extension Data {
    /// The parts between zero bytes.
    fileprivate var split0: [Data] {
        split(separator: 0, omittingEmptySubsequences: false).map { Data($0) }
    }
}
