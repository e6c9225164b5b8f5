import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Names of registered fields") struct RegisteredFieldTests {
    @Test func `a property has the registered name of its letters, and any other name has a hyphen at each word`()
        throws
    {
        let input = FieldedInput(
            eTag: "1", etag: "2", soapAction: "3", secWebSocketKey: "4", wwwAuthenticate: "5", oDataMaxVersion: "6",
            dPoP: "7", contentMD5: "8", tea: "9", rateLimit: "10", xRequestID: "11", own: "12")
        let message = try FieldedAPI().request(\.fields, input).resolve()
        let names = message.header.filter { Int($0.value) != nil && $0.name != .contentLength }.map(\.name.rawValue)
        #expect(
            names == [
                "ETag", "ETag", "SOAPAction", "Sec-WebSocket-Key", "WWW-Authenticate", "OData-MaxVersion", "DPoP",
                "Content-MD5", "Tea", "Rate-Limit", "X-Request-Id", "E-Tag",
            ])
    }

    @Test(arguments: [
        ("aIm", "A-IM"), ("alpn", "ALPN"), ("acceptCH", "Accept-CH"), ("xXssProtection", "X-XSS-Protection"),
        ("wwwAuthenticate", "WWW-Authenticate"), ("accept", nil), ("zebra", nil), ("{", nil), ("Alpn", nil), ("", nil),
    ])
    func `a registered name is found by the first letter`(property: String, name: String?) {
        #expect(RegisteredField.name(ofProperty: property) == name)
    }
}

private struct FieldedAPI: RequestProviding {
    var baseURL = URL("https://fields.example")

    @GET("/fields") var fields: Endpoint<FieldedInput, Void>
}

private struct FieldedInput: Codable {
    @HeaderValue var eTag: String
    @HeaderValue var etag: String
    @HeaderValue var soapAction: String
    @HeaderValue var secWebSocketKey: String
    @HeaderValue var wwwAuthenticate: String
    @HeaderValue var oDataMaxVersion: String
    @HeaderValue var dPoP: String
    @HeaderValue var contentMD5: String
    @HeaderValue var tea: String
    @HeaderValue var rateLimit: String
    @HeaderValue var xRequestID: String
    @HeaderValue var own: String

    enum CodingKeys: String, CodingKey {
        case eTag, etag, soapAction, secWebSocketKey, wwwAuthenticate, oDataMaxVersion, dPoP, contentMD5, tea, rateLimit
        case xRequestID
        case own = "E-Tag"
    }
}
