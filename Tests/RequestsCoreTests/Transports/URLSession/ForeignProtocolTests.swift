import Foundation
import Requests
import TestSupport
import Testing

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

    /// A protocol that reads the body to its end, and responds with the length of the body.
    private final class Reading: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            guard let url = request.url, let body = request.httpBodyStream,
                let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
            else { return }
            body.open()
            defer { body.close() }
            var bytes = [UInt8](repeating: 0, count: 4)
            var count = 0
            while case let read = body.read(&bytes, maxLength: 4), read != 0 {
                guard read > 0 else {
                    client?.urlProtocol(self, didFailWithError: body.streamError ?? URLError(.cannotOpenFile))
                    return
                }
                count += read
            }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: Data("\(count)".utf8))
            client?.urlProtocolDidFinishLoading(self)
        }

        override func stopLoading() {}
    }

    @Test(arguments: [nil, 10]) func `a protocol can read a stream to its end`(length: Int?) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Reading.self]
        let body = BodyProvider.stream(length: length) { InputStream(data: Data("0123456789".utf8)) }
        let request = AnonymousProvider("http://h").post(body, to: "/").receiving(.text)
        try await #expect(URLSession(configuration: configuration).perform(request) == "10")
    }

    @Test func `a response without a status is an error`() async {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Plain.self]
        let error = await URLSession(configuration: configuration)
            .failure(of: AnonymousProvider("http://h").get(.data, from: "/"))
        #expect(error?.code == .malformedResponse)
        #expect(error?.message == "the response isn't an HTTP response")
    }
}
