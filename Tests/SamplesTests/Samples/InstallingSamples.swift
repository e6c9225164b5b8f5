#if AsyncHTTPClient && XML
import AsyncHTTPClient  // HTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient  // HTTPClient.requests
import RequestsXML  // .xml
import XMLCoder  // @Attribute

struct Headline: Codable, Sendable {
    @Attribute var lang: String
    var title: String
}

func headline(of press: AnonymousProvider) async throws -> Headline {
    try await HTTPClient.requests.perform(
        press.get(.xml(Headline.self), from: "/headline"))
}
#endif
