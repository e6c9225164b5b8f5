import Requests

/// All parts of an endpoint, behind one reference.
final class EndpointDefinition<Input: Sendable, Output: Sendable>: Sendable {
    let parts: EndpointContext
    let input: InputCoding<Input>
    let output: OutputCoding<Output>

    /// The decoder of the responses.
    let decoder: ResponseDecoder<Output>

    init(
        parts: EndpointContext, input: InputCoding<Input>, output: OutputCoding<Output>,
        decoder: ResponseDecoder<Output>
    ) {
        self.parts = parts
        self.input = input
        self.output = output
        self.decoder = decoder
    }

    /// Makes the definition of a newly declared endpoint.
    convenience init(
        _ method: HTTPMethod, _ template: String, _ input: InputCoding<Input>, _ output: OutputCoding<Output>
    ) {
        let values = EndpointContext.Values(
            method: method, template: PathTemplate(template), status: output.status,
            isRequest: Input.self is any EndpointRequest.Type)
        self.init(parts: EndpointContext(values), input: input, output: output, decoder: output.decoder(.json))
    }
}
