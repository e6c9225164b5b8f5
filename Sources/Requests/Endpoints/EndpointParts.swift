/// The parts of an endpoint that don't depend on its types.
final class EndpointParts: Sendable {
    let values: Values
    /// The places of the input's properties.
    let scheme: PlacementScheme

    /// The declared values.
    struct Values: Sendable {
        let method: HTTPMethod
        let template: PathTemplate
        var bodyFormat = BodyFormat.json
        var responseFormat = BodyFormat.json
        var status: HTTPStatus
        var header = HeaderFields()
        var options = RequestOptions()
        var summary = ""
        /// Indicates whether the input is a type per request.
        let isRequest: Bool
    }

    init(_ values: Values) {
        self.values = values
        scheme = PlacementScheme(method: values.method, template: values.template, isRequest: values.isRequest)
    }
}
