#if canImport(FoundationNetworking)
import Foundation
import Requests
import Testing

/// URLSession on Linux can't check certificates, so it must not look as if it did.
@Suite("URLSession on Linux, certificates and pins") struct URLSessionSecurityTests {
    private static let file = URL(filePath: "/etc/books/authority.pem")

    @Test(arguments: [
        TransportSecurity(pins: ["books.test": ["sha256/zFHfmXC/Q0MpYfKGHZKtURD2YiwSl1L+Xy1sUhuQq/I="]]),
        TransportSecurity(rootsFile: file), TransportSecurity(clientCertificateFile: file),
    ]) func `a transport with certificates or pins is an error`(_ security: TransportSecurity) {
        let error = #expect(throws: TransportError.self) { try URLSessionTransport(security: security) }
        #expect(error?.code == .certificateRejected)
        #expect(error?.message.contains("URLSession on Linux doesn't support pins") == true)
    }

    @Test func `an invalid pin is an error first`() {
        let security = TransportSecurity(pins: ["books.test": ["sha256/"]])
        let error = #expect(throws: TransportError.self) { try URLSessionTransport(security: security) }
        #expect(error?.message.contains("invalid pin \"sha256/\" for books.test") == true)
    }

    @Test func `without certificates and pins, it is an ordinary transport`() throws {
        let transport = try URLSessionTransport(security: TransportSecurity())
        #expect(transport.activeCount == 0)
    }
}
#endif
