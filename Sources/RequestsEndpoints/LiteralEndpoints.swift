import Requests

/// The definitions of the endpoints with a literal path, which are kept for ever.
///
/// A program has only a limited number of them: they differ in the literal, the method, and the types. Because they are kept,
/// an API needs no references to them, and a request copies an API with many endpoints as fast as one without.
enum LiteralEndpoints {
    private struct Key: Hashable {
        let method: HTTPMethod
        let path: String
        let input: ObjectIdentifier
        let output: ObjectIdentifier
    }

    /// The methods of endpoints that are kept.
    ///
    /// Other methods could be made at run time, so that their number has no limit.
    static let methods: Set<HTTPMethod> = [.get, .post, .put, .patch, .delete, .head]

    private static let definitions = Guarded<[Key: any AnyObject & Sendable]>([:])

    /// Returns the kept definition of an endpoint, and makes it for the first time.
    static func definition<Input, Output>(
        _ method: HTTPMethod, _ path: String, _ make: () -> EndpointDefinition<Input, Output>
    ) -> Unmanaged<EndpointDefinition<Input, Output>> {
        let key = Key(
            method: method, path: path, input: ObjectIdentifier(Input.self), output: ObjectIdentifier(Output.self))
        if let known = definitions.withLock({ $0[key] as? EndpointDefinition<Input, Output> }) {
            return .passUnretained(known)
        }
        let made = make()
        let kept = definitions.withLock { definitions in
            // Another thread may have been faster.
            if let first = definitions[key] as? EndpointDefinition<Input, Output> { return first }
            definitions[key] = made
            return made
        }
        return .passUnretained(kept)
    }
}
