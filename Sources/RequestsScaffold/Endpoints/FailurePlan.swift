import Requests
import RequestsOpenAPI

/// The type of an API's failures: the most frequent body of errors.
struct FailurePlan {
    /// The schema of the body; `nil` if the document describes none.
    let schema: JSONValue?

    init(_ operations: [Operation], _ document: Document) {
        var counts: [JSONValue: (count: Int, schema: JSONValue)] = [:]
        for operation in operations {
            for (_, schema) in Self.bodies(of: operation, document) where MergedSchema(schema, document).isObject {
                counts[Self.plain(schema), default: (0, schema)].count += 1
            }
        }
        schema =
            counts.max { ($0.value.count, $1.key.description) < ($1.value.count, $0.key.description) }?.value.schema
    }

    /// Returns a schema without its annotations.
    private static func plain(_ schema: JSONValue, isMap: Bool = false) -> JSONValue {
        guard let members = schema.object else { return schema }
        let kept = members.filter { name, _ in isMap || !SchemaWords.names.contains(name) && !name.hasPrefix("x-") }
        return .object(JSONValue.Object(kept.map { ($0, plain($1, isMap: !isMap && $0 == "properties")) }))
    }

    /// Returns the name of the failure type; `nil` if there is none.
    func type(_ types: TypePlanner) -> String? {
        guard let schema else { return nil }
        let site = Site(name: "Failure", isInput: false, isOutput: true)
        let planned = types.type(of: schema, at: site).wrapped
        return planned == .json ? nil : planned.text
    }

    /// An operation's failures.
    struct Declared {
        var modifiers: [String] = []
        /// The names of the types of bodies.
        var typeNames: [String] = []
    }

    /// Returns the failures of an operation, if the body of at least one has a different type from the API's failures.
    func declared(by operation: Operation, at site: Site, _ types: TypePlanner) -> Declared {
        var usual: [String] = []
        var own: [(type: String, statuses: [String])] = []
        var left: [String] = []
        let main = schema.map { Self.plain($0) }
        for (status, schema) in Self.bodies(of: operation, types.document) {
            let code = Int(status).flatMap { 400...599 ~= $0 ? $0 : nil }
            if Self.plain(schema) == main {
                if let code { usual.append(SwiftStatus.literal(of: code)) }
            } else if let code, let name = types.error(of: schema, at: site) {
                let index = own.firstIndex { $0.type == name } ?? own.endIndex
                if index == own.endIndex { own.append((name, [])) }
                own[index].statuses.append(SwiftStatus.literal(of: code))
            } else {
                left.append(SwiftText.line(status))
            }
        }
        if !left.isEmpty { types.omit("the bodies of failures with the status \(left.joined(separator: ", "))") }
        if own.isEmpty { return Declared() }
        let first = usual.isEmpty ? [] : [".failures(\(usual.joined(separator: ", ")))"]
        return Declared(
            modifiers: first + own.map { ".failures(\($0.statuses.joined(separator: ", ")), as: \($0.type).self)" },
            typeNames: own.map(\.type))
    }

    /// Returns the schemas of the JSON bodies of an operation's failures, by status.
    private static func bodies(
        of operation: Operation, _ document: Document
    ) -> [(status: String, schema: JSONValue)] {
        // The response to `HEAD` has no content (RFC 9110, section 9.3.2).
        let responses = operation.method == "HEAD" ? [:] : operation.content["responses"]?.object ?? [:]
        // If no other response is a success, the default response counts as a success.
        let hasSuccess = responses.contains { $0.key.hasPrefix("2") }
        return responses.compactMap { status, response in
            let isFailure = status == "default" ? hasSuccess : status.hasPrefix("4") || status.hasPrefix("5")
            guard isFailure else { return nil }
            let content = document.resolved(response)["content"]
            guard let media = BodyMedia(content, in: document), media.form == .json else { return nil }
            return media.schema.map { schema in
                (status, TypePlanner.onlyReference(in: schema).map { ["$ref": .string($0.reference)] } ?? schema)
            }
        }
    }
}
