#if AsyncHTTPClient && XML
import AsyncHTTPClient
import Requests
import RequestsConformance
import Testing

/// The samples of the pages on installing and on AsyncHTTPClient, which must do what the pages promise.
@Suite("Samples of the pages on installing and on AsyncHTTPClient", .timeLimit(.minutes(1)))
struct InstallingPageTests {
    @Test func `a headline is read from XML`() async throws {
        let text = #"<headline lang="en"><title>Tea</title></headline>"#
        try await withRawServer(responding: { _ in RawServer.ok(text, contentType: "application/xml") }) { server in
            let headline = try await headline(of: AnonymousProvider(baseURL: server.baseURL))
            #expect(headline.lang == "en")
            #expect(headline.title == "Tea")
            #expect(server.requests.map(\.target) == ["/headline"])
        }
    }

    @Test func `a custom client performs a request`() async throws {
        let client = ClientSamples.client()
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let text = try await client.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/"))
            #expect(text == "hi")
        }
        try await client.shutdown()
    }

    @Test func `a client with a proxy sends nothing past it`() async throws {
        // The host of the proxy doesn't exist.
        let client = ProxySamples.client(password: "hunter2")
        try await withRawServer(responding: { _ in RawServer.ok("hi") }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/").timeout(after: .seconds(5))
            let error = await #expect(throws: TransportError.self) { try await client.perform(request) }
            #expect(error?.description.contains("hunter2") == false)
            #expect(server.requests.isEmpty)
        }
        try await client.shutdown()
    }

    @Test func `a local Docker is called over its socket`() throws {
        #expect(try Docker.local.get(.none, from: "/info").resolve().cURL().hasPrefix("curl --unix-socket"))
    }

    @Test func `a remote Docker is called over TCP`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok(#"{"Version":"24.0"}"#) }) { server in
            let version = try await Docker.version(of: Docker(baseURL: server.baseURL))
            #expect(version == "24.0")
        }
    }

    /// Compares the traits and products of the manifest with those on the page.
    @Test func `the table contains every trait`() throws {
        let rows = try Document(page: "Installing.md").rows(below: "## With traits")
        #expect(
            rows.map { $0.prefix(2).joined(separator: " ") } == [
                "`AsyncHTTPClient` `RequestsAsyncHTTPClient`", "`Compression` `RequestsCompression`",
                "`Curl` `RequestsCurl`",
                "`Digest` `RequestsDigest`", "`Hummingbird` `RequestsHummingbird`",
                "`Logging` `RequestsLogging`", "`OpenCombine` `RequestsCombine`",
                "`Telemetry` `RequestsTelemetry`", "`XML` `RequestsXML`",
                "`YAML` `RequestsYAML`",
            ])
    }
}
#endif
