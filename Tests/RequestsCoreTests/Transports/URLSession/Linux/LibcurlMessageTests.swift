#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import RequestsConformance
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("Texts of libcurl", .timeLimit(.minutes(1))) struct LibcurlMessageTests {
    @Test func `https to a port of http names the cause`() async throws {
        try await withRawServer({ connection in
            _ = try connection.read(upTo: 65_536)
            try connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            connection.finishSending()
            connection.waitUntilPeerCloses()
        }) { server in
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
            let request = AnonymousProvider(baseURL: url).get(from: "/")
            let error = await #expect(throws: TransportError.self) { try await URLSession.shared.perform(request) }
            #expect(error?.code == .secureConnectionFailed)
            #expect(error?.message.hasPrefix("the server doesn't use TLS on this port: use http") == true)
        }
    }

    @Test(arguments: [
        ("Problem with the SSL CA cert (path? access rights?)", RequestErrorCode.secureConnectionFailed),
        ("SSL certificate problem: self-signed certificate", .certificateRejected),
        ("Empty reply from server", .connectionLost), ("CONNECT tunnel failed, response 407", .connectionFailed),
        ("Weird server reply", .malformedResponse),
    ])
    func `a text of libcurl has a code`(text: String, code: RequestErrorCode) {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
        #expect(LibcurlMessage.meaning(of: error)?.0 == code)
    }
}
#endif
