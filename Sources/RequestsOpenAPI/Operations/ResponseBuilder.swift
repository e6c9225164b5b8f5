import Requests
import RequestsEndpoints
import RequestsInspection

/// Makes an endpoint's Responses Object (OpenAPI 3.1.1, section 4.8.16).
struct ResponseBuilder {
    let endpoint: any DescribedEndpoint
    let builder: OperationBuilder

    /// Returns the responses, with the successful ones first.
    func responses(of input: InputDescription, canRefuse: Bool) -> JSONValue.Object {
        var responses = successes
        for (status, response) in builder.failures(of: input, endpoint.failures, canRefuse: canRefuse) {
            responses[status] = endpoint.method == .head ? builder.withoutContent(response, status) : response
        }
        return responses
    }

    private var successes: JSONValue.Object {
        // To find the cases, the output is decoded for each status.
        let found = endpoint.alternatives?.map { SuccessBuilder($0, of: endpoint, builder: builder) }
        var responses = JSONValue.Object()
        for success in found ?? [SuccessBuilder(endpoint, builder: builder)] {
            responses[success.status] = .object(success.response)
        }
        return responses
    }

    /// Returns the description that a Response Object requires for a status.
    static func text(of status: HTTPStatus) -> String {
        let text = status.description.drop { $0.isNumber || $0 == " " }
        return text.isEmpty ? "Status \(status.code)" : String(text)
    }
}
