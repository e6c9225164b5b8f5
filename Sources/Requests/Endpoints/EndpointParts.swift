/// What of an endpoint does not depend on its types.
final class EndpointParts: Sendable {
    let values: Values
    /// Where the properties of the input stand.
    let scheme: PlacementScheme

    /// What is declared.
    struct Values: Sendable {
        let method: HTTPMethod
        let path: EndpointPath
        var bodyFormat = BodyFormat.json
        var answerFormat = BodyFormat.json
        var status: HTTPStatus
        var header = HeaderFields()
        var options = RequestOptions()
        var summary = ""
        /// Indicates whether the input is a type per request.
        let isRequest: Bool

        init(method: HTTPMethod, path: EndpointPath, status: HTTPStatus, isRequest: Bool) {
            self.method = method
            self.path = path
            self.status = status
            self.isRequest = isRequest
        }
    }

    init(_ values: Values) {
        self.values = values
        scheme = PlacementScheme(method: values.method, path: values.path, isRequest: values.isRequest)
    }
}
