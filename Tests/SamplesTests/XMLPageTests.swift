#if XML
import Foundation
import Requests
import Testing
import XMLCoder

/// The samples of XML, which must do what the pages promise.
@Suite("Samples of XML", .timeLimit(.minutes(1)))
struct XMLPageTests {
    private struct Echo: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let memo = #"<memo lang="en"><title>Tea</title><sent_at>2024-05-01T12:00:00Z</sent_at></memo>"#
            return TransportResponse(
                head: ResponseHead(status: .ok, header: [HeaderField("ETag", "7")], urlText: request.urlText),
                body: MessageBody(Data(memo.utf8)))
        }
    }

    private let samples = XMLSamples(session: Echo(), api: .live)
    private let memo = Memo(lang: Attribute("en"), title: "Tea", sentAt: Date(timeIntervalSince1970: 1_714_564_800))

    @Test func `a memo is written as on the page`() throws {
        guard case .data(let data) = try samples.send(memo).resolve().body else {
            Testing.Issue.record("not in memory")
            return
        }
        let page = try Document(page: "XML.md").text
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            #expect(page.contains("// \(line)\n"))
        }
    }

    @Test func `a memo is read with its attribute`() async throws {
        let read = try await samples.receive().0
        #expect(read.lang == "en" && read.title == "Tea" && read.sentAt == memo.sentAt)
    }

    @Test func `a declared response reads its body from XML`() async throws {
        let declared = try await samples.receive().1
        #expect(declared.eTag == "7" && declared.title == "Tea")
    }
}
#endif
