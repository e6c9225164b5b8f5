import Requests

/// The type of an API's failures: the most frequent body of errors.
struct FailurePlan {
    /// The name of the type; `nil` if the document describes no body of errors.
    let type: String?

    init(_ operations: [Operation], _ document: Document, _ types: TypePlanner) {
        var counts: [String: Int] = [:]
        for operation in operations {
            for (status, response) in operation.content["responses"]?.members ?? [:] {
                guard status == "default" || status.hasPrefix("4") || status.hasPrefix("5") else { continue }
                let content = document.resolved(response)["content"]?.members ?? [:]
                guard let media = BodyMedia(content: content), media.form == .json, let schema = media.schema,
                    let (reference, _) = TypePlanner.onlyReference(in: schema)
                else { continue }
                counts[reference, default: 0] += 1
            }
        }
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let reference = most?.key else {
            type = nil
            return
        }
        let site = Site(name: "Failure", isInput: false, isOutput: true)
        let planned = types.type(of: ["$ref": .string(reference)], at: site).wrapped
        type = planned == .json ? nil : planned.text
    }
}
