import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

@testable import RequestsCore

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("User-Agent", .timeLimit(.minutes(1)))
struct UserAgentTests {
    private static let library = "Requests/\(UserAgent.libraryVersion)"

    @Test func `the changelog begins with the version of the library`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(["## Unreleased (\(UserAgent.libraryVersion))", "## \(UserAgent.libraryVersion)"].contains(heading))
        #expect(UserAgent.libraryVersion.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    }

    @Test(
        arguments: [
            (["MyApp"], "2.1", "MyApp/2.1 \(library)"), (["MyApp"], nil, "MyApp \(library)"),
            (["My App"], "2.1 (7)", "My-App/2.1-7 \(library)"), (["a/b\r\nX: 1"], "", "a-b-X-1 \(library)"),
            (["Müller"], "1", "M-ller/1 \(library)"), ([nil, "tool"], nil, "tool \(library)"),
            (["東京", "tool"], "1", "tool/1 \(library)"), (["()", ""], "1", library), ([], nil, library),
        ] as [([String?], String?, String)])
    func `a product is a token`(_ names: [String?], _ version: String?, _ text: String) {
        #expect(UserAgent.text(names: names, version: version) == text)
    }

    @Test func `the default names this process and the library`() throws {
        let text = try #require(RequestOptions().userAgent)
        #expect(text.hasSuffix(" \(Self.library)"))
        #expect(text.wholeMatch(of: /[^ \/]+(\/[^ \/]+)? [^ \/]+\/[^ \/]+/) != nil, "\(text)")
    }

    @Test func `a message gets its User-Agent only when it is sent`() async throws {
        let request = AnonymousProvider("http://h").get(.text, from: "/")
        #expect(try request.resolve().header.isEmpty)
        let loopback = Loopback { incoming in
            let values = incoming.header[values: .userAgent].joined(separator: "; ")
            return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data(values.utf8)))
        }
        #expect(try await loopback.perform(request) == UserAgent.standard)
        #expect(try await loopback.perform(request.setting(\.userAgent, "me/1")) == "me/1")
        #expect(try await loopback.perform(request.setting(\.userAgent, nil)) == "")
        #expect(try await loopback.perform(request.adding(headerField: .userAgent, "you/2")) == "you/2")
    }

    @Test func `the User-Agent of a request is in its texts`() throws {
        let request = AnonymousProvider("http://h").get(.text, from: "/").setting(\.userAgent, "me/1")
        let message = try request.resolve()
        #expect(message.wireFormat().contains("\nUser-Agent: me/1\n") && message.cURL().contains("'User-Agent: me/1'"))
        let other = try request.adding(headerField: .userAgent, "you/2").resolve()
        #expect(other.header[values: .userAgent] == ["you/2"])
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\u{0}", " a"]) func `an invalid User-Agent is an error`(_ text: String) async
    {
        let request = AnonymousProvider("http://h").get(.text, from: "/").setting(\.userAgent, text)
        let error = #expect(throws: TransportError.self) { try request.resolve() }
        #expect(error?.code == .invalidHeaderValue)
        var message = OutgoingRequest(urlText: "http://h/")
        message.options.userAgent = text
        let sent = await #expect(throws: TransportError.self) {
            try await message.send { _ in TransportResponse(head: ResponseHead(status: .ok)) }
        }
        #expect(sent?.code == .invalidHeaderValue)
    }

    @Test func `the User-Agent of a session is kept`() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["user-agent": "session/1", "Accept-Language": "de"]
        let transport = URLSessionTransport(configuration: configuration)
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            try await transport.perform(server.get())
            try await transport.perform(server.get().setting(\.userAgent, "me/1"))
            try await URLSession(configuration: configuration).perform(server.get())
            #expect(server.requests.map { $0["User-Agent"] } == [["session/1"], ["me/1"], ["session/1"]])
            #expect(server.requests.map { $0["Accept-Language"] } == [["de"], ["de"], ["de"]])
        }
    }

    private enum Nickname: RequestOption { static var defaultValue: String? { "Ada" } }

    @Test func `an option that is nil differs from its default`() {
        var options = RequestOptions()
        #expect(options[Nickname.self] == "Ada")
        options[Nickname.self] = nil
        #expect(options[Nickname.self] == nil)
        options[Nickname.self] = "Eve"
        #expect(options[Nickname.self] == "Eve")
    }
}
