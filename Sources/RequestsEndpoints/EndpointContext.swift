import Requests

/// The parts of an endpoint that don't depend on its generic types.
final class EndpointContext: Sendable {
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
        /// The idle timeout in seconds; `nil` for the API's timeout.
        var timeoutInterval: Double?
        var documentation = EndpointDocumentation()
        var failures: [DeclaredFailure] = []
        /// The place of properties that neither the path nor a wrapper places.
        var inputPlace: ParameterLocation
        /// The array style; `nil` for the API's style.
        var arrays: Coding.ArrayStyle?
        /// The array styles of query properties that differ from the endpoint's style, by coding key.
        var arraysByProperty: [String: Coding.ArrayStyle] = [:]
        /// Indicates whether the input is an ``EndpointRequest``.
        let isRequest: Bool

        init(method: HTTPMethod, template: PathTemplate, status: HTTPStatus, isRequest: Bool) {
            self.method = method
            self.template = template
            self.status = status
            self.isRequest = isRequest
            inputPlace = [.get, .head, .delete].contains(method) ? .query : .body
        }
    }

    /// Returns an API's coding with the styles of the endpoint.
    func coding(of api: Coding) -> Coding {
        guard let arrays = values.arrays else { return api }
        var coding = api
        coding.arrays = arrays
        return coding
    }

    init(_ values: Values) {
        self.values = values
        scheme = PlacementScheme(
            method: values.method, template: values.template, place: values.inputPlace,
            arrays: values.arraysByProperty, isRequest: values.isRequest)
    }
}
