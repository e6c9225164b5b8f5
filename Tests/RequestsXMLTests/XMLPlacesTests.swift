#if XML
import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsXML
import Testing
import XMLCoder

private struct Item: Codable, Equatable, Sendable { var itemName: String }
private struct Oops: Codable, Equatable, Sendable { var message: String }
private enum Found: Equatable, Sendable { case item(Item), text(String), missing }

private struct Refused: Error {}
private struct Status: Decodable { var success: Bool }

private struct Shop: RequestProviding {
    typealias Failure = Oops
    var baseURL = URL("https://h")
    var coding: Coding { .snakeCase }
    var failureDecoder: ResponseDecoder<Oops> { .xml() }
    var envelope = Envelope.none
}

private struct Declared: Decodable, Sendable {
    @HeaderValue var link: String?
    @ResponseStatus var status: Int
    @BodyValue var item: Item?
    @ErrorBody var failure: Oops?
    var id: Int?
    var itemName: String?
    var sentAt: Date?
}

/// XML in every place for a body or a response.
@Suite("XML in each place", .timeLimit(.minutes(1)))
struct XMLPlacesTests {
    private static let item = "<item><item_name>tea</item_name></item>"

    private func response<Resource>(
        _ body: String, _ request: Request<Shop, Resource>, status: HTTPStatus = .ok, type: String? = "application/xml"
    ) throws(RequestError<Oops>) -> Resource {
        let header: HeaderFields = type.map { [HeaderField(.contentType, $0)] } ?? []
        return try request.resource(from: ResponseHead(status: status, header: header), Data(body.utf8))
    }

    @Test func `responses by status`() throws {
        let request = Shop().get(
            .byStatus(
                .on(200, .xml(Item.self), as: Found.item), .on(404, as: .missing), .on(500, .text, as: Found.text)),
            from: "/i")
        #expect(try request.resolve().header[.accept] == "application/xml")
        #expect(try response(Self.item, request) == .item(Item(itemName: "tea")))
        #expect(try response("", request, status: 404) == .missing)
    }

    @Test func `the failure of an API`() throws {
        do throws(RequestError<Oops>) {
            _ = try response(
                "<r><message>Gone &amp; over</message></r>", Shop().get(.xml(Item.self), from: "/i"), status: 410)
            Issue.record("no error")
        } catch {
            #expect(error.code == .unacceptableStatus)
            #expect(error.failure == Oops(message: "Gone & over"))
        }
        do throws(RequestError<Oops>) {
            _ = try response(
                "<html>Bad</html>", Shop().get(.xml(Item.self), from: "/i"), status: 502, type: "text/html")
            Issue.record("no error")
        } catch {
            #expect(error.failure == nil)
            #expect(
                error.message.contains(
                    "the response body could not be decoded as Oops: the response is text/html, but XML for Oops is expected"
                )
            )
        }
    }

    @Test func `a part of a form, over the wire`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("{}") }) { server in
            let api = AnonymousProvider(baseURL: server.baseURL, coding: .snakeCase)
            try await URLSession.shared.perform(
                api.post(
                    .multipart {
                        Part("title", "x")
                        Part("meta", .xml(Item(itemName: "é")), fileName: "meta.xml")
                    }, to: "/upload"))
            let body = try #require(server.requests.first).bodyText
            #expect(
                body.contains(
                    "name=\"meta\"; filename=\"meta.xml\"\r\nContent-Type: application/xml; charset=utf-8\r\n\r\n<?xml")
            )
            #expect(body.contains("<item><item_name>é</item_name></item>\r\n--"))
        }
    }

    // MARK: Declared

    @Test func `declared responses`() throws {
        let request = Shop().get(.declared(Declared.self, body: .xml), from: "/i")
        #expect(try request.resolve().header[.accept] == "application/xml")
        let text = "<r id='7'><item_name>tea</item_name><sent_at>1970-01-01T00:00:01Z</sent_at></r>"
        let read = try response(text, request)
        #expect(read.id == 7 && read.itemName == "tea" && read.item == Item(itemName: "tea") && read.status == 200)
        #expect(read.sentAt == Date(timeIntervalSince1970: 1) && read.failure == nil && read.link == nil)
        let failed = try response("<r><message>no</message></r>", request, status: 400)
        #expect(failed.failure == Oops(message: "no") && failed.itemName == nil && failed.status == 400)
        #expect(try response("", request).item == nil)
        do throws(RequestError<Oops>) {
            _ = try response("<html><body>", request, type: "text/html")
            Issue.record("no error")
        } catch {
            #expect(
                error.message
                    == #"the response is text/html, but XML for Declared is expected: the body starts with "<html><body>""#
            )
        }
    }

    @Test func `an envelope of XML`() throws {
        let shop = Shop(
            envelope: Envelope(Status.self, content: "data", in: .xml) { if !$0.success { throw Refused() } })
        let body = "<response success='true'><data><item_name>tea</item_name></data></response>"
        #expect(try response(body, shop.get(.xml(Item.self), from: "")) == Item(itemName: "tea"))
        #expect(try response(body, shop.get(.xml(Item.self, as: \.itemName), from: "")) == "tea")
        #expect(try response("<response success='1'/>", shop.get(.xml(Item?.self), from: "")) == nil)
        let declared = try response(body, shop.get(.declared(Declared.self, body: .xml), from: ""))
        #expect(declared.itemName == "tea" && declared.item == Item(itemName: "tea"))
        #expect(
            try response(#"{"item_name":"raw"}"#, shop.get(.json(Item.self), from: ""), type: nil).itemName == "raw")
        for refused in ["<a success='no'><data/></a>", "<a><success>false</success></a>"] {
            for request in [shop.get(.none, from: ""), shop.get(.xml(Item.self, as: { _ in () }), from: "")] {
                let error = #expect(throws: RequestError<Oops>.self) { try response(refused, request) }
                #expect(error?.code == .validationFailed)
                #expect(error?.underlyingError is Refused)
            }
        }
    }

    // MARK: Pages

    @Test(
        arguments: [
            ("<!DOCTYPE html>\n<p>Sign in", "text/html", "the response is text/html"),
            ("<html><item_name/></html>", "text/html; charset=utf-8", "the response is text/html"),
            (
                "\u{FEFF} <!doctype HTML><html><item_name>x</item_name></html>", nil,
                "the response looks like a web page"
            ),
            ("<!DOCTYPE html><p>", "application/xml", "the response looks like a web page"),
        ] as [(String, String?, String)])
    func `an HTML page isn't read as XML, even if it is well-formed`(body: String, type: String?, subject: String)
        throws
    {
        let error = #expect(throws: RequestError<Oops>.self) {
            try response(body, Shop().get(.xml(Item.self), from: ""), type: type)
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.hasPrefix("\(subject), but XML for Item is expected: the body starts with \"<") == true)
    }

    @Test(arguments: ["text/plain", "text/html", "application/vnd.x+xml", nil])
    func `XML is recognized under any media type`(type: String?) throws {
        #expect(try response(Self.item, Shop().get(.xml(Item.self), from: ""), type: type).itemName == "tea")
        let page = "<html xmlns='http://www.w3.org/1999/xhtml'><item_name>tea</item_name></html>"
        #expect(
            try response(page, Shop().get(.xml(Item.self), from: ""), type: "application/xhtml+xml").itemName == "tea")
    }
}
#endif
