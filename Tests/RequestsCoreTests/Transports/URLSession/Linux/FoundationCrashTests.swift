#if os(Linux)
import Foundation
import FoundationNetworking
import Requests
import RequestsConformance
import TestSupport
import Testing

/// Crashes inside Foundation, each in a separate process.
///
/// If a test fails, Foundation has been fixed: then remove its row from the page URLSessionOnLinux.
@Suite("URLSession on Linux, crashes of Foundation", .timeLimit(.minutes(2)))
struct FoundationCrashTests {
    private static let mended: Comment = "It no longer ends the process: lift the row of URLSessionOnLinux."

    /// Sends a request to a server with one response, and waits for the end of its connection.
    private static func receive(_ response: String) async {
        try? await withRawServer({ connection in
            try connection.respond(response)
            connection.finishSending()
            connection.waitUntilPeerCloses()
        }) { server in
            _ = await URLSession.shared.failure(of: server.get().timeout(after: .seconds(10)))
        }
    }

    @Test func `a complete response ends no process`() async {
        await #expect(processExitsWith: .success) { await Self.receive(RawServer.ok("hi")) }
    }

    @Test func `1, a chunked response with trailers`() async {
        await #expect(processExitsWith: .failure, Self.mended) {
            await Self.receive("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-A: b\r\n\r\n")
        }
    }

    @Test func `21, a connection that closes inside the head`() async {
        await #expect(processExitsWith: .failure, Self.mended) { await Self.receive("HTTP/1.1 200 OK\r\nX-A: b") }
    }

    @Test func `21, a connection that closes after the status line`() async {
        await #expect(processExitsWith: .failure, Self.mended) { await Self.receive("HTTP/1.1 200 OK\r\n") }
    }

    @Test func `22, a length just below Int64.max`() async {
        await #expect(processExitsWith: .failure, Self.mended) {
            await Self.receive("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775806\r\n\r\nhi")
        }
    }

    @Test func `4, an infinite timeout`() async {
        await #expect(processExitsWith: .failure, Self.mended) {
            var request = URLRequest(url: URL("http://127.0.0.1:9"))
            request.timeoutInterval = .infinity
            _ = try? await URLSession.shared.data(for: request)
        }
    }

    @Test func `a cancellation that overtakes the response to a redirect`() async {
        await #expect(processExitsWith: .failure, Self.mended) {
            try? await withRawServer(responding: { _ in
                RawServer.response(status: 302, reason: "Found", fields: [("Location", "/2")])
            }) { server in
                let delegate = LateResponse()
                let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
                session.dataTask(with: server.baseURL).resume()
                await delegate.decided.opened()
                // Foundation traps some time after that.
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }
}

/// Cancels a task while Foundation waits for the decision about a redirect, and only then decides.
private final class LateResponse: NSObject, URLSessionTaskDelegate {
    let decided = Gate()

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        task.cancel()
        completionHandler(nil)
        decided.open()
    }
}
#endif
