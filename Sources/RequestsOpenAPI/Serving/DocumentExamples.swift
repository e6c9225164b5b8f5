import Foundation
import Requests

/// Finds the examples of responses in a document.
final class DocumentExamples {
    let references: DocumentReferences
    /// The examples of the targets of references; `nil` for an example that is being made.
    private var known: [String: JSONValue?] = [:]

    init(_ content: JSONValue.Object) {
        references = DocumentReferences(content)
    }

    /// Returns the first example of an operation's successes; `nil` if all of them have content, but no example.
    func response(of operation: JSONValue.Object) -> (head: ResponseHead, body: Data)? {
        let responses = (operation["responses"]?.object ?? [:]).map { ($0.key, references.resolved($0.value)) }
        let successes = responses.filter { $0.0.hasPrefix("2") }
        for (status, response) in successes.isEmpty ? responses.filter({ $0.0 == "default" }) : successes {
            // In place of `default`, a range such as `2XX` or any other text, the status is 200.
            let status = HTTPStatus(Int(status).flatMap { 200...299 ~= $0 ? $0 : nil } ?? 200)
            guard let content = response["content"]?.object, !content.isEmpty else {
                return (ResponseHead(status: status), Data())
            }
            let types = content.map(\.key).filter { !$0.contains("*") }
            // JSON comes first, because scaffolded declarations prefer it.
            for type in types.filter(Self.isJSON) + types.filter({ !Self.isJSON($0) }) {
                guard let example = content[type].flatMap(example(ofMedia:)),
                    let body = Self.isJSON(type)
                        ? Data(example.description.utf8) : example.string.map({ Data($0.utf8) })
                else { continue }
                return (ResponseHead(status: status, header: [HeaderField(.contentType, type)]), body)
            }
        }
        return nil
    }

    private static func isJSON(_ type: String) -> Bool { MediaType(type)?.isJSON == true }

    /// Returns the example of a Media Type Object (OpenAPI 3.2.0, section 4.14).
    private func example(ofMedia media: JSONValue) -> JSONValue? {
        let media = references.resolved(media)
        if let example = media["example"] { return example }
        for (_, example) in media["examples"]?.object ?? [:] {
            let example = references.resolved(example)
            if let value = example["dataValue"] ?? example["value"] { return value }
        }
        return media["schema"].flatMap(example(ofSchema:))
    }

    /// Returns an example of a schema, possibly made from the examples of its parts.
    private func example(ofSchema schema: JSONValue) -> JSONValue? {
        if let own = Self.own(schema) { return own }
        guard let reference = schema.reference, schema.object?.count == 1 else { return made(schema) }
        if let example = known[reference] { return example }
        known[reference] = .some(nil)
        let example = references.target(of: reference).flatMap(example(ofSchema:))
        known[reference] = example
        return example
    }

    private static func own(_ schema: JSONValue) -> JSONValue? {
        schema["example"] ?? schema["examples"]?[0] ?? schema["const"] ?? schema["default"] ?? schema["enum"]?[0]
    }

    private func made(_ schema: JSONValue) -> JSONValue? {
        let form = SchemaForm(schema).expanded(references)
        if let properties = form.members["properties"]?.object {
            let required = form.members["required"]?.array?.compactMap(\.string) ?? []
            let members = properties.compactMap { name, property in
                property["writeOnly"] == true ? nil : example(ofSchema: property).map { (key: name, value: $0) }
            }
            let isComplete = Set(required).isSubset(of: members.map(\.key))
            if isComplete, !members.isEmpty { return .object(JSONValue.Object(members)) }
        }
        if let items = form.members["items"], let element = example(ofSchema: items) { return [element] }
        return form.values?.first ?? Self.own(.object(form.members))
            ?? form.alternatives.flatMap(\.self).lazy.compactMap(example(ofSchema:)).first
    }
}
