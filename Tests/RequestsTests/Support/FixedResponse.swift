import Foundation
import Requests

/// A transport that has one response, or one error, for every request.
struct FixedResponse: Transport {
    var status = HTTPStatus.ok
    var header = HeaderFields()
    var body = Data()
    var error: (any Error)?

    init(status: HTTPStatus = .ok, header: HeaderFields = [], body: String = "") {
        self.status = status
        self.header = header
        self.body = Data(body.utf8)
    }

    init(throwing error: any Error) {
        self.error = error
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        if let error { throw error }
        return TransportResponse(
            head: ResponseHead(status: status, header: header, url: request.url), body: MessageBody(body)
        )
    }
}
