package import Foundation
package import Requests

/// A transport that has one response, or one error, for every request.
package struct FixedResponse: Transport {
    package var status = HTTPStatus.ok
    package var header = HeaderFields()
    package var body = Data()
    package var error: (any Error)?

    package init(status: HTTPStatus = .ok, header: HeaderFields = [], body: String = "") {
        self.status = status
        self.header = header
        self.body = Data(body.utf8)
    }

    package init(throwing error: any Error) {
        self.error = error
    }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        if let error { throw error }
        return TransportResponse(
            head: ResponseHead(status: status, header: header, urlText: request.urlText), body: MessageBody(body)
        )
    }
}
