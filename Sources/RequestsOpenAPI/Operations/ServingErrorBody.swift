import Requests
import RequestsEndpoints

/// The response body with which ``Routes`` describe problems.
struct ServingErrorBody: Sendable {
    private let describe: @Sendable (ServingError) -> any Encodable & Sendable

    init(_ describe: @escaping @Sendable (ServingError) -> any Encodable & Sendable) {
        self.describe = describe
    }

    /// Returns a reference to the schema of the body.
    func schema(_ schemas: SchemaBuilder) -> JSONValue {
        let sample = describe(ServingError(.badRequest, "a message"))
        // The code assumes that a dictionary has the same keys for all problems.
        if let names = sample as? [String: String] {
            let names = names.keys.sorted()
            return schemas.component(
                named: "ErrorMessage", SchemaBuilder.object(names.map { ($0, ["type": "string"], true) }))
        }
        return schemas.schema(of: type(of: sample))
    }
}
