import Foundation
import Requests
import Testing

/// The time that a server asks a client to wait.
@Suite("Retry-After") struct RetryAfterTests {
    @Test(arguments: [
        ("120", 120.0), ("0", 0), ("Sun, 06 Nov 1994 08:50:07 GMT", 30), ("Sunday, 06-Nov-94 08:50:07 GMT", 30),
        ("Sun, 06 Nov 1994 08:49:00 GMT", 0), ("soon", nil), ("-1", nil), ("", nil),
        // The neighbors of the digits in ASCII.
        ("1:0", nil), ("1/0", nil),
    ])
    func `seconds and dates are read`(text: String, seconds: Double?) {
        let header: HeaderFields = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": text]
        #expect(ResponseHead(status: .tooManyRequests, header: header).retryAfter == seconds.map { .seconds($0) })
        #expect(ResponseHead(status: .tooManyRequests).retryAfter == nil)
    }
}
