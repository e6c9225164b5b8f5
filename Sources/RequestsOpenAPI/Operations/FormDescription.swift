import Requests
import RequestsEndpoints
import RequestsInspection

/// The parts of a form (OpenAPI 3.1.1, section 4.8.15).
struct FormDescription {
    let schema: JSONValue
    /// The Encoding Objects of lists, objects and files; `nil` if there are none.
    let encoding: JSONValue?

    init(_ properties: [TypeShape.Property], of type: Any.Type, schemas: SchemaBuilder, coding: Coding) {
        var members: [(name: String, schema: JSONValue, isRequired: Bool)] = []
        var encoding = JSONValue.Object()
        for property in properties {
            let isFile = Self.isFile(property.type, schemas)
            let name = coding.keys.wireName(of: property.key)
            for pair in schemas.pairs(of: property, named: name, in: type, coding.arrays) {
                members.append((pair.name, pair.schema, !pair.isOptional))
                // A file's value declares its media type.
                var style: JSONValue.Object = isFile ? ["contentType": "*/*"] : pair.style
                // An Encoding Object can't contain a description, unlike a parameter.
                style["description"] = nil
                if !style.isEmpty { encoding[pair.name] = .object(style) }
            }
        }
        schema = SchemaBuilder.object(members)
        self.encoding = encoding.isEmpty ? nil : .object(encoding)
    }

    /// Returns whether a type is a file, or a list of files.
    private static func isFile(_ type: Any.Type, _ schemas: SchemaBuilder) -> Bool {
        switch schemas.form(of: type) {
        case .optional(let part), .elements(let part): isFile(part, schemas)
        default: type == FileValue.self
        }
    }
}
