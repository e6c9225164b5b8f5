import Requests

/// The body of the responses in which ``Routes`` describe problems.
struct ServingErrorBody: Sendable {
    private let describe: @Sendable (ServingError) -> any Encodable & Sendable

    init(_ describe: @escaping @Sendable (ServingError) -> any Encodable & Sendable) {
        self.describe = describe
    }

    /// Returns the schema of the body.
    func schema(_ schemas: SchemaBuilder) -> JSONValue {
        let sample = describe(ServingError(.badRequest, "a message"))
        // A dictionary has the same names for all problems.
        if let names = sample as? [String: String] {
            let names = names.keys.sorted()
            return [
                "type": "object", "properties": .object(.init(names.map { (key: $0, value: ["type": "string"]) })),
                "required": .array(names.map(JSONValue.string)),
            ]
        }
        return schemas.schema(of: type(of: sample))
    }
}
