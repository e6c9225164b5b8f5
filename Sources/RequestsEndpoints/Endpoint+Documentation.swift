import Requests

extension Endpoint {
    /// Describes the endpoint in one sentence.
    public func summary(_ summary: String) -> Self {
        describing { $0.summary = summary }
    }

    /// Describes the endpoint at length, in CommonMark.
    public func description(_ text: String) -> Self {
        describing { $0.description = text }
    }

    /// Adds tags, by which documents group endpoints.
    public func tags(_ tags: String...) -> Self {
        describing { $0.tags += tags }
    }

    /// Marks the endpoint as deprecated for new callers.
    public func deprecated() -> Self {
        describing { $0.isDeprecated = true }
    }

    /// Sets the unique name of the endpoint in documents; by default, the name of the endpoint's property.
    public func operationID(_ id: String) -> Self {
        describing { $0.operationID = id }
    }
}

extension Endpoint where Input: Encodable, Output: Encodable {
    /// Adds an example of an input and its output.
    ///
    /// - Parameters:
    ///   - name: The name of the example; by default, a number.
    ///   - input: The input.
    ///   - output: The output.
    /// - Returns: The endpoint with the example.
    public func example(_ name: String? = nil, input: Input, output: Output) -> Self {
        addingExample(name, input, output)
    }
}

extension Endpoint where Output: Encodable {
    /// Adds an example of an output, for any input.
    public func example(_ name: String? = nil, output: Output) -> Self {
        addingExample(name, nil, output)
    }
}

extension Endpoint where Input: Encodable {
    /// Adds an example of an input, for any output.
    public func example(_ name: String? = nil, input: Input) -> Self {
        addingExample(name, input, nil)
    }
}

extension Endpoint {
    private func addingExample(
        _ name: String?, _ input: (any Encodable & Sendable)?, _ output: (any Encodable & Sendable)?
    ) -> Self {
        describing { documentation in
            let name = name ?? String(documentation.examples.count + 1)
            documentation.examples.append(EndpointExample(name: name, input: input, output: output))
        }
    }
}
