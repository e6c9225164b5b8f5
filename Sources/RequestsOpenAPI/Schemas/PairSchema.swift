import Requests
import RequestsEndpoints
import RequestsInspection

/// A name and its values in a query or form, as an API's coding writes them.
struct PairSchema {
    let name: String
    let schema: JSONValue
    let isOptional: Bool
    /// The `style` and `explode` of a list or an object.
    let style: JSONValue.Object
}

extension SchemaBuilder {
    /// Returns the pairs of a property.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - name: Its name in the message.
    ///   - owner: The type with the property.
    ///   - arrays: The style of arrays.
    /// - Returns: One pair; for an object in a style with dots, one pair for each member.
    func pairs(
        of property: TypeShape.Property, named name: String, in owner: Any.Type, _ arrays: Coding.ArrayStyle
    ) -> [PairSchema] {
        func extended(_ schema: JSONValue) -> JSONValue { self.extended(schema, property.key, of: owner) }
        let type = unwrapped(property.type)
        var style = JSONValue.Object()
        switch form(of: type) {
        case .elements:
            let (suffix, style) = QueryStyle.list(arrays)
            let schema = extended(schema(of: type, isJSON: false))
            // A server reads a missing list as an empty list, which may have too few elements.
            let isRequired = describesClient || !["0", nil].contains(schema["minItems"]?.description)
            let isOptional = property.isOptional || !isRequired
            return [PairSchema(name: name + suffix, schema: schema, isOptional: isOptional, style: style)]
        case .dictionary:
            if coding.nesting == .dots {
                let problem = "is a dictionary, but OpenAPI can't describe dictionaries with `nesting: .dots`"
                fail(nil, property.key, problem)
            }
            style = QueryStyle.nested
        // A file is one part of a form.
        case .object where type == FileValue.self: break
        case .object(let members) where coding.nesting == .dots:
            return members.flatMap { member in
                let part = TypeShape.Property(
                    key: member.key, place: nil, type: member.type,
                    isOptional: member.isOptional || property.isOptional)
                return pairs(of: part, named: "\(name).\(coding.keys.wireName(of: member.key))", in: type, arrays)
            }
        case .object(let members):
            let schema = object(members, of: type, isJSON: false)
            return [
                PairSchema(
                    name: name, schema: extended(schema), isOptional: property.isOptional, style: QueryStyle.nested)
            ]
        default: break
        }
        let schema = schema(of: type, isJSON: false)
        return [PairSchema(name: name, schema: extended(schema), isOptional: property.isOptional, style: style)]
    }
}
