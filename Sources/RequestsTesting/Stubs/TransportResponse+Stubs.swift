public import Foundation
public import Requests

extension TransportResponse {
    /// Makes a response with a value encoded as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - status: The status.
    ///   - header: Additional fields.
    ///   - coding: The coding for the value.
    /// - Returns: The response.
    /// - Throws: The encoder's error.
    public static func json(
        _ value: some Encodable, status: HTTPStatus = .ok, header: HeaderFields = [], coding: Coding = .standard
    ) throws -> TransportResponse {
        try .data(coding.jsonData(from: value), .json, status: status, header: header)
    }

    /// Makes a response with a text.
    public static func text(
        _ text: String, status: HTTPStatus = .ok, header: HeaderFields = []
    ) -> TransportResponse {
        .data(Data(text.utf8), "text/plain; charset=utf-8", status: status, header: header)
    }

    /// Makes a response with bytes.
    public static func data(
        _ data: Data, _ type: MediaType, status: HTTPStatus = .ok, header: HeaderFields = []
    ) -> TransportResponse {
        var header = header
        if !header.contains(.contentType) { header.append(.contentType(type)) }
        return TransportResponse(head: ResponseHead(status: status, header: header), body: MessageBody(data))
    }

    /// Makes a response without a body.
    public static func status(_ status: HTTPStatus, header: HeaderFields = []) -> TransportResponse {
        TransportResponse(head: ResponseHead(status: status, header: header))
    }
}
