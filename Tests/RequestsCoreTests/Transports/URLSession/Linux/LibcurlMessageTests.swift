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

    /// The texts that the installed library contains in another form, or not at all.
    private static let elsewhere: Set<String> = [
        "Could not resolve proxy",  // "Could not resolve %s: %s"
        "Received HTTP code",  // before 7.81
        "Invalid status line",  // since 8.0
        "server certificate verification failed",  // GnuTLS
    ]

    @Test(.enabled(if: !libraries.isEmpty, "libcurl is linked statically"))
    func `each text occurs in libcurl or OpenSSL`() throws {
        let contents = try Self.libraries.map { NSData(data: try Data(contentsOf: $0, options: .mappedIfSafe)) }
        for text in LibcurlMessage.texts where !Self.elsewhere.contains(text) {
            let isFound = contents.contains { data in
                data.range(of: Data(text.utf8), in: NSRange(location: 0, length: data.length)).location != NSNotFound
            }
            #expect(isFound, "\(text)")
        }
    }

    /// The files of libcurl and OpenSSL with which this process is linked.
    private static let libraries: [URL] = {
        let map = try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()
        let paths = String(decoding: map ?? Data(), as: UTF8.self).split(separator: "\n")
            .compactMap { $0.split(separator: " ", maxSplits: 5).last?.trimmingCharacters(in: .whitespaces) }
        let files = Set(paths).map { URL(filePath: $0) }
            .filter { file in ["libcurl", "libssl", "libcrypto"].contains { file.lastPathComponent.hasPrefix($0) } }
        return files.contains { $0.lastPathComponent.hasPrefix("libcurl") } ? files : []
    }()
}
#endif
