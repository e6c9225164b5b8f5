import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// Endpoints whose bodies are multipart forms.
@Suite("Multipart forms of endpoints", .timeLimit(.minutes(1))) struct MultipartEndpointTests {
    private let upload = AlbumUpload(
        album: 7, title: "Sea & sun", tags: ["a", "b"], visibility: .friends, place: .init(name: "Sylt", altitude: nil),
        cover: FileValue(Data("p\r\n--xyz".utf8), fileName: "1.png"), photos: [.text("x"), .text("y", fileName: "y")])

    @Test(arguments: [Coding.standard, .snakeCase, Coding(arrays: .indices, nesting: .dots, nils: .flag)])
    func `an input with files arrives unchanged`(coding: Coding) async throws {
        let api = AlbumAPI(coding: coding)
        let routes = Routes(api).on(\.upload) { input in
            AlbumReceipt(count: 3, isEqual: input == upload)
        }
        let receipt = try await Loopback(routes).perform(api.request(\.upload, upload))
        #expect(receipt == AlbumReceipt(count: 3, isEqual: true))
    }

    @Test func `a property that is the body may be a form, in a request and in a response`() async throws {
        let api = AlbumAPI()
        let routes = Routes(api)
            .on(\.replace) { input in
                #expect(input.notify == true)
                return input.form
            }
        let form = AlbumForm(title: "t", cover: upload.cover)
        let request = api.request(\.replace, AlbumReplacement(album: 1, notify: true, form: form))
        #expect(try await Loopback(routes).perform(request) == form)
        #expect(try request.resolve().urlText.hasSuffix("/albums/1?notify=true"))
        // Any response can be a form.
        let response = api.put(.encoded(form, as: .multipart), to: "/albums/2?notify=true").receiving(
            .decoded(AlbumForm.self, from: .multipart))
        #expect(try await Loopback(routes).perform(response) == form)
    }

    @Test func `the wire has the parts, and the boundary in the media type`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok(#"{"count":1,"isEqual":true}"#) }) { server in
            let api = AlbumAPI(baseURL: server.baseURL)
            _ = try await URLSession.shared.perform(api.request(\.upload, upload))
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.target == "/albums/7/photos")
            let type = try #require(request.first("Content-Type"))
            let boundary = try #require(MediaType(type)?.parameter("boundary"))
            #expect(type == "multipart/form-data; boundary=\(boundary)")
            #expect(boundary.utf8.count == 32)
            #expect(request["Content-Length"] == ["\(request.body.count)"])
            let parts = [
                #"Content-Disposition: form-data; name="title"||Sea & sun"#,
                #"Content-Disposition: form-data; name="tags"||a"#,
                #"Content-Disposition: form-data; name="tags"||b"#,
                #"Content-Disposition: form-data; name="visibility"||friends"#,
                #"Content-Disposition: form-data; name="place[name]"||Sylt"#,
                #"Content-Disposition: form-data; name="cover"; filename="1.png"|Content-Type: image/png||p|--xyz"#,
                #"Content-Disposition: form-data; name="photos"|Content-Type: text/plain; charset=utf-8||x"#,
                #"Content-Disposition: form-data; name="photos"; filename="y"|"#
                    + "Content-Type: text/plain; charset=utf-8||y",
            ]
            #expect(
                request.bodyText.replacing("\r\n", with: "|")
                    == "--\(boundary)|" + parts.joined(separator: "|--\(boundary)|") + "|--\(boundary)--|")
        }
    }

    /// A form that Chrome sends, with two files, one that nobody chose, and names that need escapes.
    private static let browserForm = """
        ------WebKitFormBoundary7MA4YWxkTrZu0gW\r
        Content-Disposition: form-data; name="title"\r
        \r
        größe\r
        on two lines\r
        ------WebKitFormBoundary7MA4YWxkTrZu0gW\r
        Content-Disposition: form-data; name="tags"\r
        \r
        one\r
        ------WebKitFormBoundary7MA4YWxkTrZu0gW\r
        Content-Disposition: form-data; name="visibility"\r
        \r
        everybody\r
        ------WebKitFormBoundary7MA4YWxkTrZu0gW\r
        Content-Disposition: form-data; name="photos"; filename="a %22b%22 ä.png"\r
        Content-Type: image/png\r
        \r
        \u{89}PNG\r
        \u{1A}\r
        ------WebKitFormBoundary7MA4YWxkTrZu0gW\r
        Content-Disposition: form-data; name="photos"; filename="c.txt"\r
        Content-Type: text/plain\r
        \r
        \r
        ------WebKitFormBoundary7MA4YWxkTrZu0gW\r
        Content-Disposition: form-data; name="cover"; filename=""\r
        Content-Type: application/octet-stream\r
        \r
        \r
        ------WebKitFormBoundary7MA4YWxkTrZu0gW--\r\n
        """

    private func respond(_ body: Data, _ type: String?) async throws -> (HTTPStatus, String) {
        let routes = Routes(AlbumAPI(), at: "/").on(\.upload) { input in
            #expect(input.title == "größe\r\non two lines")
            #expect(input.visibility == .everybody)
            #expect(input.cover == nil)
            #expect(
                input.photos == [
                    FileValue(Data("\u{89}PNG\r\n\u{1A}".utf8), fileName: "a \"b\" ä.png"),
                    FileValue(Data(), fileName: "c.txt"),
                ])
            return AlbumReceipt(count: input.photos.count, isEqual: true)
        }
        let header = HeaderFields(type.map { [HeaderField("Content-Type", $0)] } ?? [])
        let response = await routes.respond(
            to: IncomingRequest(
                method: .post, target: "/albums/7/photos", header: header, body: MessageBody(body)))
        let data = try await response.body.collect(upTo: 10_000)
        return (response.head.status, String(decoding: data, as: UTF8.self))
    }

    @Test func `a form written by a browser is read`() async throws {
        let response = try await respond(
            Data(Self.browserForm.utf8), "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW")
        #expect(response.0 == .ok)
        #expect(response.1 == #"{"count":2,"isEqual":true}"#)
    }

    @Test(
        arguments: [
            ("application/json", "{}", 415, "the media type of the body must be multipart/form-data"),
            ("multipart/mixed; boundary=x", "--x--", 415, "the media type of the body must be multipart/form-data"),
            ("multipart/form-data", "--x--", 400, "the body is malformed: the media type has no boundary parameter"),
            (nil, "--x--", 400, "the body is malformed: the media type has no boundary parameter"),
            ("multipart/form-data; boundary=x", "--x--", 400, "expected body value `title`"),
            (
                "Multipart/Form-Data; boundary=x", "--x\r\n\r\n1\r\n--x--", 400,
                "the body is malformed: part 1 has no Content-Disposition field"
            ),
            ("multipart/form-data; boundary=x", "", 400, "expected body value `title`"),
        ] as [(String?, String, Int, String)])
    func `a body that isn't such a form is an error`(type: String?, body: String, status: Int, message: String)
        async throws
    {
        let response = try await respond(Data(body.utf8), type)
        #expect(response.0.code == status)
        #expect(response.1 == #"{"message":"\#(message)"}"#)
    }

    @Test(arguments: ["{", "[]", "1"]) func `a malformed body is an error even if all properties are optional`(
        body: String
    ) async throws {
        let routes = Routes(AlbumAPI(), at: "/").on(\.change) { _ in Issue.record("it was read") }
        let response = await routes.respond(
            to: IncomingRequest(
                method: .patch, target: "/albums", header: ["Content-Type": "application/json"],
                body: MessageBody(Data(body.utf8))))
        #expect(response.head.status == .badRequest)
        let empty = await Routes(AlbumAPI(), at: "/").on(\.change) { #expect($0 == AlbumChange()) }.respond(
            to: IncomingRequest(method: .patch, target: "/albums"))
        #expect(empty.head.status == .noContent)
    }
}

private struct AlbumAPI: RequestProviding {
    var baseURL = URL("https://albums.example/v1")
    var coding = Coding.standard

    let upload = Endpoint<AlbumUpload, AlbumReceipt>(.post, "/albums/{album}/photos").body(.multipart)
    let replace = Endpoint<AlbumReplacement, AlbumForm>(.put, "/albums/:album").body(.multipart).response(.multipart)
    @PATCH("/albums") var change: Endpoint<AlbumChange, Void>
}

private struct AlbumUpload: Codable, Hashable, Sendable {
    enum Visibility: String, Codable { case friends, everybody }
    struct Place: Codable, Hashable { var name: String, altitude: Double? }

    var album: Int
    var title: String
    var tags: [String]
    var visibility: Visibility
    var place: Place?
    var cover: FileValue?
    var photos: [FileValue]
}

private struct AlbumReceipt: Codable, Hashable, Sendable { var count: Int, isEqual: Bool }

private struct AlbumForm: Codable, Hashable, Sendable { var title: String, cover: FileValue? }

private struct AlbumReplacement: Codable, Hashable, Sendable {
    var album: Int
    @QueryValue var notify: Bool?
    @BodyValue var form: AlbumForm
}

private struct AlbumChange: Codable, Hashable, Sendable { var title: String?, visibility: String? }
