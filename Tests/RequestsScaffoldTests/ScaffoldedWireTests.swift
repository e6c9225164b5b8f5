import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsOpenAPI
import RequestsTesting
import Testing

/// The messages of a scaffolded client, as a server receives and sends them.
@Suite("A scaffolded client on the wire", .timeLimit(.minutes(1))) struct ScaffoldedWireTests {
    /// Sends a request to a server that responds with a body, and returns the received request and the output.
    private func exchange<Output: Sendable>(
        _ response: String = "", _ request: @Sendable (Wire) -> Request<Wire, Output>
    ) async throws -> (received: RawRequest, output: Output) {
        try await RequestsScaffoldTests.exchange({ Wire(baseURL: $0) }, response, request)
    }

    @Test func `the declarations agree with the document`() throws {
        #expect(try Wire().check(isServed: false).count == 11)
        #expect(try drift(from: Fixture.wire.read()) == [])
    }

    /// Returns the differences from a document.
    private func drift(from document: OpenAPI) throws -> [OpenAPI.Change] {
        do {
            try Wire().check(against: document)
            return []
        } catch let error as OpenAPIDifferences {
            return error.changes
        }
    }

    // MARK: - Forms

    @Test func `an object in a multipart form is a part in JSON`() async throws {
        let attributes = Wire.Attributes(name: "a.txt", parentID: .init(nil), label: .init(text: "x"))
        let upload = Wire.UploadInput(
            attributes: try .encoded(attributes, as: .json), file: FileValue(Data("bytes".utf8), fileName: "a.txt"),
            title: "A", labels: [try .encoded(Wire.Label(text: "y"), as: .json)], tags: ["b", "c"],
            table: .text("1,2", contentType: "text/csv"))
        let request = try await exchange { $0.request(\.files.upload, upload) }.received
        let boundary = try #require(MediaType(request["Content-Type"].first ?? "")?.parameter("boundary"))
        let parts = request.bodyText.components(separatedBy: "--" + boundary).dropFirst().dropLast()
        #expect(
            parts.map { $0.replacing("\r\n", with: "|").replacing("Content-Disposition: form-data; ", with: "") } == [
                #"|name="attributes"|Content-Type: application/json||{"label":{"text":"x"},"name":"a.txt","parent_id":null}|"#,
                #"|name="file"; filename="a.txt"|Content-Type: text/plain||bytes|"#,
                #"|name="title"||A|"#,
                #"|name="labels"|Content-Type: application/json||{"text":"y"}|"#,
                #"|name="tags"||b|"#, #"|name="tags"||c|"#,
                #"|name="table"|Content-Type: text/csv||1,2|"#,
            ])
    }

    @Test func `an object in a URL-encoded form is JSON, unless it has a style`() async throws {
        let order = Wire.OrderInput(address: #"{"text":"x"}"#, meta: .init(a: "b"), ids: [1, 2])
        let request = try await exchange { $0.request(\.orders.order, order) }.received
        #expect(request.bodyText == "address=%7B%22text%22%3A%22x%22%7D&meta%5Ba%5D=b&ids=1,2")
    }

    @Test(
        arguments: [
            ("title", ["contentType": "application/json"], "text/plain", "application/json"),
            ("attributes", ["contentType": "text/plain"], nil, nil),
            ("labels", ["style": "deepObject"], "*/*", "nested names"),
        ] as [(String, JSONValue, String?, String?)])
    func `a part with a different encoding is reported`(
        _ name: String, _ encoding: JSONValue, _ old: String?, _ new: String?
    ) throws {
        let place = ["paths", "/files", "post", "requestBody", "content", "multipart/form-data", "encoding", name]
        var content = JSONValue.object(try Fixture.wire.read().content)
        content.set(encoding, at: place[...])
        let document = try OpenAPI(checking: content)
        let found = try drift(from: document)
        guard let old, let new else { return #expect(found == []) }
        #expect(found.map(\.rule) == ["body-encoding-changed"])
        #expect(found.map { [$0.old, $0.new] } == [[.string(old), .string(new)]])
    }

    // MARK: - Other bodies, paths and queries

    @Test func `a body has the media type of the document`() async throws {
        let rows = try await exchange { $0.request(\.rows.putRows, "1,2") }.received
        #expect(rows["Content-Type"] == ["text/csv"])
        #expect(rows.bodyText == "1,2")
        let picture = try await exchange { $0.request(\.pictures.putPicture, .init(id: 1, body: Data([1]))) }.received
        #expect(picture["Content-Type"] == ["image/png"])
        let patch = Wire.Attributes(name: "a", parentID: .init(nil))
        let patched = try await exchange { $0.request(\.pictures.patchPicture, .init(id: 1, body: patch)) }.received
        #expect(patched["Content-Type"] == ["application/merge-patch+json"])
        #expect(patched.bodyText == #"{"name":"a","parent_id":null}"#)
        let lines = try await exchange { $0.request(\.lines.postLines, Data("{}\n{}".utf8)) }.received
        #expect(lines["Content-Type"] == ["application/x-ndjson"])
    }

    @Test func `the properties of an object are items of the query`() async throws {
        let search = Wire.SearchInput(q: "tea", perPage: 5, sort: ["a", "b"], page: 2)
        let request = try await exchange("[]") { $0.request(\.search.search, search) }.received
        #expect(request.target == "/search?q=tea&per_page=5&sort=a&sort=b&page=2")
    }

    @Test func `the fragment of a path isn't sent`() async throws {
        let issued = try await exchange("\"t\"") { $0.request(\.token.issue, .init(key: "k")) }
        #expect(issued.received.target == "/token")
        let refreshed = try await exchange("\"t\"") { $0.request(\.tokenRefresh.refresh, .init(old: "o")) }
        #expect(refreshed.received.target == "/token")
        #expect(refreshed.received.bodyText == #"{"old":"o"}"#)
    }

    // MARK: - Outputs

    @Test func `an output may be null`() async throws {
        #expect(try await exchange("null") { $0.request(\.token.issue, .init(key: "k")) }.output == nil)
        #expect(try await exchange("\"t\"") { $0.request(\.token.issue, .init(key: "k")) }.output?.rawValue == "t")
        #expect(try await exchange("null") { $0.request(\.label.label) }.output == nil)
        #expect(try await exchange(#"{"text":"x"}"#) { $0.request(\.label.label) }.output?.text == "x")
    }

    @Test func `a number selects an alternative, and values may lack their format`() async throws {
        let hits = #"""
            [{"kind":1,"size":3,"url":"","seenAt":"2024-05-01T12:00:00"},{"kind":2,"ref":"root","isOpen":true},{"kind":3}]
            """#
        let output = try await exchange(hits) { $0.request(\.search.search, .init(q: "tea")) }.output
        #expect(
            output == [
                .fileHit(.init(kind: 1, size: 3, url: "", seenAt: "2024-05-01T12:00:00")),
                .folderHit(.init(kind: 2, ref: "root", isOpen: .boolean(true))), .other(["kind": 3]),
            ])
    }

    @Test func `a base with a mapping is an enum of its subtypes`() async throws {
        let pet = try await exchange(#"{"petType":"dog","tricks":2}"#) { $0.request(\.pet.pet) }.output
        #expect(pet == .dog(.init(petType: "dog", tricks: 2)))
    }
}

extension JSONValue {
    /// Sets a member of nested objects.
    fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first, case .object(var members) = self else { return self = value }
        var member = members[name] ?? [:]
        if path.count == 1 { member = value } else { member.set(value, at: path.dropFirst()) }
        members[name] = member
        self = .object(members)
    }
}
