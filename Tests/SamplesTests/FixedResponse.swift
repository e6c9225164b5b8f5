import Foundation
import Requests

/// A transport with one response of any status, as JSON unless its header says otherwise.
struct FixedResponse: Transport {
    var status: HTTPStatus = 200
    var header: HeaderFields = [.contentType(.json)]
    var text = ""

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let head = ResponseHead(status: status, header: header, urlText: request.urlText)
        return TransportResponse(head: head, body: MessageBody(Data(text.utf8)))
    }
}

/// A transport with one successful response without a header.
struct Canned: Transport {
    let text: String

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await FixedResponse(header: [:], text: text).send(request)
    }
}
