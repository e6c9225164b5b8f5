import Foundation
import Requests
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("URLSession, protocols of other code", .timeLimit(.minutes(1))) struct ForeignProtocolTests {
    /// A protocol whose responses have no status.
    private final class Plain: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            guard let url = request.url else { return }
            let response = URLResponse(
                url: url, mimeType: "text/plain", expectedContentLength: 2, textEncodingName: nil)
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: Data("hi".utf8))
            client?.urlProtocolDidFinishLoading(self)
        }

        override func stopLoading() {}
    }

    @Test func `a response without a status is an error`() async {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Plain.self]
        let error = await URLSession(configuration: configuration)
            .failure(of: AnonymousProvider("http://h").get(.data, from: "/"))
        #expect(error?.code == .malformedResponse)
        #expect(error?.message == "the response is not one of HTTP")
    }
}
