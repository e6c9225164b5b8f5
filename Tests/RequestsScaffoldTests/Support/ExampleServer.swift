import Foundation
import Requests

@testable import RequestsOpenAPI
@testable import RequestsScaffold

/// A server that returns the examples of a document.
struct ExampleServer: Transport {
    let document: OpenAPI

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let source = Document(document)
        let path = URL(string: request.urlText)?.path() ?? ""
        let segments = path.split(separator: "/")
        for operation in source.operations where operation.method == request.method.rawValue {
            let parts = operation.path.split(separator: "/")
            // The request's path begins with the path of the server.
            let rest = segments.suffix(parts.count)
            let isMatch = zip(parts, rest).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
            guard rest.count == parts.count, isMatch, let response = try response(operation, source) else { continue }
            return response
        }
        return TransportResponse(head: ResponseHead(status: .notFound))
    }

    private func response(_ operation: RequestsScaffold.Operation, _ source: Document) throws -> TransportResponse? {
        for (status, value) in operation.content["responses"]?.object ?? [:] {
            for (type, media) in source.resolved(value)["content"]?.object ?? [:] {
                guard let code = Int(status), let example = media["example"] else { continue }
                let isJSON = type.hasSuffix("json") && type != "application/x-ndjson"
                let data = isJSON ? example.indentedData : Data((example.string ?? "").utf8)
                let head = ResponseHead(status: HTTPStatus(code), header: [HeaderField(.contentType, type)])
                return TransportResponse(head: head, body: MessageBody(data))
            }
        }
        return nil
    }
}
