import Requests

/// The type of an API's failures: the most frequent body of errors.
struct FailurePlan {
    /// The reference to its schema; `nil` if the document describes no body of errors.
    let reference: String?

    init(_ operations: [Operation], _ document: Document) {
        var counts: [String: Int] = [:]
        for operation in operations {
            for (_, schema) in Self.bodies(of: operation, document) {
                guard let (reference, _) = TypePlanner.onlyReference(in: schema) else { continue }
                counts[reference, default: 0] += 1
            }
        }
        reference = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// Returns the name of the type; `nil` if there is none.
    func type(_ types: TypePlanner) -> String? {
        guard let reference else { return nil }
        let site = Site(name: "Failure", isInput: false, isOutput: true)
        let planned = types.type(of: ["$ref": .string(reference)], at: site).wrapped
        return planned == .json ? nil : planned.text
    }

    /// Returns the statuses of an operation's failures whose bodies have another type.
    func otherStatuses(of operation: Operation, _ document: Document) -> [String] {
        Self.bodies(of: operation, document)
            .filter { _, schema in TypePlanner.onlyReference(in: schema)?.0 != reference }
            .map { SwiftText.line($0.status) }
    }

    /// Returns the schemas of the JSON in an operation's failures, by status.
    private static func bodies(
        of operation: Operation, _ document: Document
    ) -> [(status: String, schema: JSONValue)] {
        (operation.content["responses"]?.members ?? [:]).compactMap { status, response in
            guard status == "default" || status.hasPrefix("4") || status.hasPrefix("5") else { return nil }
            let content = document.resolved(response)["content"]?.members ?? [:]
            guard let media = BodyMedia(content: content), media.form == .json else { return nil }
            return media.schema.map { (status, $0) }
        }
    }
}
