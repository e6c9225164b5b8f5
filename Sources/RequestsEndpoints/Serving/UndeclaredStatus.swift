import Requests

/// The error for a status that an endpoint with declared failures doesn't declare.
struct UndeclaredStatus: Error, CustomStringConvertible {
    let endpoint: String
    let status: HTTPStatus
    /// The error that the handler threw.
    let cause: any Error
    /// The response with the error as its body; `nil` if no declared failure has the error's type.
    var response: TransportResponse?

    var description: String { "`\(endpoint)` doesn't declare the status \(status): add the status to `failures`" }
}

extension Endpoint {
    /// Returns the declared response to an error that a handler threw; `nil` if the endpoint declares no body for the
    /// error.
    ///
    /// - Throws: An ``UndeclaredStatus`` with the error.
    func response(to error: any Error, coding: Coding) throws -> TransportResponse? {
        guard !failures.isEmpty else { return nil }
        let declared = failures.filter { $0.body == type(of: error) }
        let own = (error as? any HTTPStatusConvertible)?.responseStatus
        let failure = declared.first { $0.status == own } ?? declared.first
        if let failure, let body = error as? any Encodable {
            let content = try BodyContent(body, as: .json, coding: coding)
            let header = HeaderFields(content.type.map { [.contentType($0)] } ?? [])
            let head = ResponseHead(status: own ?? failure.status, header: header)
            let response = TransportResponse(head: head, body: MessageBody(content.data))
            if let own, own != failure.status {
                throw UndeclaredStatus(endpoint: description, status: own, cause: error, response: response)
            }
            return response
        }
        guard let status = own, !failures.contains(where: { $0.status == status })
        else { return nil }
        throw UndeclaredStatus(endpoint: description, status: status, cause: error)
    }
}
