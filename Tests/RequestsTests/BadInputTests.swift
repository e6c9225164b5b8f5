import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Bad inputs: each either causes an error with a code and a sentence, or is sent unchanged.
///
/// The values of fields are in `BadHeaderValueTests`, and paths are in the tests of `URLPath`.
struct BadInputTests {
    @Test(
        arguments: [
            ("", .invalidHeaderName), (" ", .invalidHeaderName), ("X Y", .invalidHeaderName),
            ("X:", .invalidHeaderName),
            ("X\r", .invalidHeaderName), ("X\n", .invalidHeaderName), ("X\r\nY", .invalidHeaderName),
            ("X\0", .invalidHeaderName), ("X\t", .invalidHeaderName), ("X\u{7F}", .invalidHeaderName),
            ("É", .invalidHeaderName), ("X\u{2028}", .invalidHeaderName), ("X:\u{301}", .invalidHeaderName),
            ("X\u{85}", .invalidHeaderName), ("(X)", .invalidHeaderName), ("\"X\"", .invalidHeaderName),
            ("@file", .invalidHeaderName),
            ("Content-Length", .reservedHeaderField), ("content-length", .reservedHeaderField),
            ("CONTENT-LENGTH", .reservedHeaderField), ("Transfer-Encoding", .reservedHeaderField),
            ("tRANSFER-eNCODING", .reservedHeaderField), ("Host", .reservedHeaderField), ("hOST", .reservedHeaderField),
        ] as [(String, RequestErrorCode)])
    func `an invalid or reserved field name is an error, whoever sets it`(name: String, code: RequestErrorCode) throws {
        for entrance in HeaderEntrance.all {
            guard let setName = entrance.setName else { continue }
            let error = try #require(anyResolutionError(of: setName(HeaderField.Name(name))), "\(entrance.name)")
            #expect(error.code == code, "\(entrance.name)")
            #expect(!Shown.texts(of: error).hasRawControls, "\(entrance.name)")
        }
    }

    @Test(arguments: [
        "", " ", "GET ", " GET", "GET /evil HTTP/1.1\r\nX: y", "GET\r", "GET\n", "GET\0", "GÉT", "GET\u{7F}",
        "GET\u{2028}",
        "GET\u{85}", "G:T", "GET\u{301}",
    ])
    func `a method that isn't a token is an error, whoever sets it`(name: String) throws {
        let api = AnonymousProvider("https://h")
        let method = HTTPMethod(name)
        let requests = [
            api.request(to: "/n", using: method), api.head("/n").using(method: method),
            api.head("/n").adapting { $0.method = method },
            api.head("/n").authenticated(with: AuthenticationProvider { $0.method = method }),
        ]
        for request in requests {
            let error = try #require(request.resolutionError())
            #expect(error.code == .invalidMethod)
            #expect(!Shown.texts(of: error).hasRawControls)
        }
    }

    @Test(arguments: ["M-SEARCH", "purge", "!#$%&'*+-.^_`|~09azAZ"])
    func `any token is a method, and keeps its case`(name: String) throws {
        let request = AnonymousProvider("https://h").request(to: "/n", using: HTTPMethod(name))
        #expect(try request.wire().hasPrefix("\(name) /n HTTP/1.1\n"))
    }

    @Test(arguments: [
        "h", "/v1", "//h/v1", "example.com:80", "ftp://h", "file:///etc/passwd", "javascript:1", "https:", "https://",
        "https:///v1", "http:/h", "https://?a=1", "https://u@h", "https://u:SECRET@h/", "https://h#f", "https://h/#",
        "https://h:0/", "https://h:65536/", "https://h:99999/", "https://h/../v1", "https://h/a/%2e%2E/b",
    ])
    func `a base URL that can't be called is an error`(text: String) throws {
        let url = try #require(URL(string: text))
        let error = try #require(AnonymousProvider(baseURL: url).get(.text, from: "/n").resolutionError())
        #expect(error.code == .invalidBaseURL)
        #expect(!Shown.texts(of: error).contains("SECRET"))
        #expect(!Shown.texts(of: AnonymousProvider(baseURL: url).get(.text, from: "/n")).contains("SECRET"))
    }

    @Test(arguments: [
        ("https://h?v=1", "https://h/n?v=1"), ("https://h/?v=1&w=%20", "https://h/n?v=1&w=%20"),
        ("HTTP://h:8080/v1/", "HTTP://h:8080/v1/n"), ("https://[::1]:80", "https://[::1]:80/n"),
    ])
    func `a base URL keeps its query, its port and its case`(text: String, url: String) throws {
        let base = try #require(URL(string: text))
        #expect(try AnonymousProvider(baseURL: base).get(.text, from: "/n").resolve().urlText == url)
    }

    @Test(arguments: [0, -0.0, -1, -.infinity, .nan, .signalingNaN] as [TimeInterval])
    func `an invalid timeout is an error, whoever sets it`(seconds: TimeInterval) {
        let request = AnonymousProvider("https://h").head("/n")
        #expect(request.adapting { $0.timeoutInterval = seconds }.resolutionError()?.code == .invalidTimeout)
    }

    @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min)] as [Duration])
    func `a duration that can't be a timeout is an error`(duration: Duration) {
        let request = AnonymousProvider("https://h").head("/n")
        #expect(request.timeout(after: duration).resolutionError()?.code == .invalidTimeout)
        let total = request.setting(\.policy.totalTimeout, duration)
        #expect(total.resolutionError()?.code == .invalidTimeout)
    }

    @Test(
        arguments: [
            (.milliseconds(250), 0.25), (.nanoseconds(1), 1e-9), (.seconds(5), 5), (.seconds(Int64.max), 0x1p63),
            (nil, .infinity),
        ] as [(Duration?, TimeInterval)])
    func `a duration becomes seconds, and none becomes infinity`(duration: Duration?, seconds: TimeInterval) throws {
        let request = AnonymousProvider("https://h").head("/n").timeout(after: duration)
        #expect(try request.resolve().timeoutInterval == seconds)
    }

    @Test(arguments: [0.25, 1e-300, 1e300, .infinity] as [TimeInterval])
    func `any other timeout is legal`(seconds: TimeInterval) throws {
        let request = AnonymousProvider("https://h").head("/n").adapting { $0.timeoutInterval = seconds }
        #expect(try request.resolve().timeoutInterval == seconds)
        #expect(try request.toURLRequest().timeoutInterval.isFinite)
    }

    @Test(arguments: [HTTPMethod.get, .head, .trace, .connect])
    func `a body with a method that gives it no meaning is an error, unless it is allowed`(method: HTTPMethod) throws {
        let plain = AnonymousProvider("https://h").request(to: "/n", using: method)
        let sent = plain.sending(.text("hi"))
        #expect(sent.resolutionError()?.code == .unexpectedBody)
        #expect(plain.adapting { $0.body = .data(Data()) }.resolutionError()?.code == .unexpectedBody)
        #expect(try sent.allowingBody().wire().hasSuffix("Content-Length: 2\n\nhi"))
    }

    @Test(arguments: [
        "", "h", "/n", "ftp://h/n", "https://", "https://u:SECRET@h/n", "https://h/n#f", "https://h/a b", "https://h/é",
        "https://[::1\r\nX-Evil: 1\r\n]/", "https://[a b]/", "https://a%2Fb/", "https://h/%zz", "https://h/n?a=%2",
        "https://h/\r\n", "https://h/\0", "https://h/n?\"", "https://h/../n", "https://h:0/n", "https://h/{n}",
    ])
    func `a URL that a hook or credentials made invalid is an error`(url: String) throws {
        let plain = AnonymousProvider("https://h").head("/n")
        for request in [
            plain.adapting { $0.urlText = url }, plain.authenticated(with: AuthenticationProvider { $0.urlText = url }),
        ] {
            let error = try #require(request.resolutionError())
            #expect(error.code == .invalidURL)
            #expect(!Shown.texts(of: error).contains("SECRET"))
            #expect(!Shown.texts(of: error).hasRawControls)
        }
    }

    @Test func `a placeholder with control characters is shown without them`() throws {
        let request = AnonymousProvider("https://h").head(URLPath("/users/{a\r\nb\0}"))
        let error = try #require(request.resolutionError())
        #expect(error.code == .unfilledPlaceholder)
        #expect(!error.message.contains("\r\n") && !Shown.texts(of: error).hasRawControls)
    }
}
