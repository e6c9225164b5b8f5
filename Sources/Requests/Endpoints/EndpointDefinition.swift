/// All parts of an endpoint, behind one reference.
final class EndpointDefinition<Input: Sendable, Output: Sendable>: Sendable {
    let parts: EndpointParts
    let input: InputCoding<Input>
    let output: OutputCoding<Output>

    /// The decoder of the responses.
    let decoder: ResponseDecoder<Output>

    init(
        parts: EndpointParts, input: InputCoding<Input>, output: OutputCoding<Output>, decoder: ResponseDecoder<Output>
    ) {
        self.parts = parts
        self.input = input
        self.output = output
        self.decoder = decoder
    }

    /// Makes the definition of an endpoint as it is declared, without changes.
    convenience init(
        _ method: HTTPMethod, _ path: EndpointPath, _ input: InputCoding<Input>, _ output: OutputCoding<Output>
    ) {
        let values = EndpointParts.Values(
            method: method, template: PathTemplate(path.template), status: output.status,
            isRequest: Input.self is any EndpointRequest.Type)
        self.init(parts: EndpointParts(values), input: input, output: output, decoder: output.decoder(.json))
    }
}

/// The definitions of the endpoints with a literal path, which are kept for ever.
///
/// A program has only a limited number of them: they differ in the literal, one of the usual methods, and the types. Because
/// they are kept, an API needs no references to them, and a request copies an API with many endpoints as fast as one without.
enum LiteralEndpoints {
    private struct Key: Hashable {
        let method: HTTPMethod
        let path: String
        let input: ObjectIdentifier
        let output: ObjectIdentifier
    }

    private static let definitions = Guarded<[Key: any AnyObject & Sendable]>([:])

    private static let methods: Set<HTTPMethod> = [.get, .post, .put, .patch, .delete, .head]

    /// Returns the kept definition of an endpoint, and makes it for the first time.
    ///
    /// - Returns: The definition; `nil` if it can't be kept, because its path or its method is not a literal.
    static func definition<Input, Output>(
        _ method: HTTPMethod, _ path: EndpointPath, _ make: () -> EndpointDefinition<Input, Output>
    ) -> Unmanaged<EndpointDefinition<Input, Output>>? {
        guard path.isLiteral, methods.contains(method) else { return nil }
        let key = Key(
            method: method, path: path.template, input: ObjectIdentifier(Input.self), output: ObjectIdentifier(Output.self))
        let known = definitions.withLock { $0[key] } ?? keep(make(), key)
        return (known as? EndpointDefinition<Input, Output>).map { Unmanaged.passUnretained($0) }
    }

    /// Keeps a definition, unless another thread has been faster, and returns the kept one.
    private static func keep(_ definition: any AnyObject & Sendable, _ key: Key) -> any AnyObject & Sendable {
        definitions.withLock { definitions in
            if let first = definitions[key] { return first }
            definitions[key] = definition
            return definition
        }
    }
}
