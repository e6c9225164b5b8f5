#if XML
import Foundation
import Requests
import RequestsEndpoints
import RequestsXML
import Testing

/// XML from clients, which must never cause a server error.
@Suite("Hostile XML", .timeLimit(.minutes(1))) struct HostileXMLTests {
    private static let documents: [Data] =
        [
            "", " ", "x", "<", "<a", "<a>", "<a/>", "<a></b>", "<a><genre>x</genre></a>", "<a><genre/><at>x</at></a>",
            "<a><genre>novel</genre><at>x</at><count>x</count></a>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
            "<?xml version=\"1.0\" encoding=\"klingon\"?><a/>", "\u{0}", "{}", "<a>&#0;</a>", "<a b=\"1\" b=\"2\"/>",
            String(repeating: "<a>", count: 5_000),
        ].map { Data($0.utf8) } + [Data([0xFF, 0xFE]), Data([0x3C, 0x61, 0x3E, 0xC3]), Data([0xFE, 0xFF, 0x00])]

    @Test(arguments: [
        "application/xml", "application/xml; charset=klingon", "text/xml; charset=utf-16", "text/plain", "",
    ])
    func `no document causes a server error`(type: String) async throws {
        let unexpected = Guarded<[String]>([])
        let routes = Routes(HostileXMLAPI()).on(\.whole) { _ in }.on(\.property) { _ in }.on(\.text) { _ in }
            .onUnexpectedError { error, _ in unexpected.withLock { $0.append("\(error)") } }
        for document in Self.documents {
            for target in ["/whole", "/property", "/text"] {
                let response = await routes.respond(
                    to: IncomingRequest(
                        method: .post, target: target, header: type.isEmpty ? [] : ["Content-Type": type],
                        body: MessageBody(document)))
                let shown = "\(target) \(type) \(String(decoding: document.prefix(60), as: UTF8.self))"
                #expect(response.head.status.code < 500, "\(shown): \(unexpected.withLock(\.self))")
            }
        }
        #expect(unexpected.withLock(\.self) == [])
    }
}

private struct HostileXMLAPI: RequestProviding {
    var baseURL = URL("https://hostile.example")

    let whole = Endpoint<HostileXMLInput, Void>(.post, "/whole").body(.xml)
    let property = Endpoint<HostileXMLProperty, Void>(.post, "/property").body(.xml)
    let text = Endpoint<HostileXMLText, Void>(.post, "/text").body(.xml)
}

private enum HostileXMLGenre: String, Codable { case novel }

private struct HostileXMLInput: Codable {
    var genre: HostileXMLGenre
    var at: Date
    var count: Int
}

private struct HostileXMLProperty: Codable { @BodyValue var input: HostileXMLInput }
private struct HostileXMLText: Codable { @BodyValue var text: String }
#endif
