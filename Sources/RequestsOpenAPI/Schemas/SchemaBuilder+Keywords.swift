import Requests
import RequestsEndpoints
import RequestsInspection

extension SchemaBuilder {
    /// Returns the schema of a property, with the keywords from the `propertySchemas` of the type that contains it.
    ///
    /// - Parameters:
    ///   - schema: The schema of the property's type.
    ///   - key: The coding key of the property.
    ///   - owner: The type with the property.
    /// - Returns: The schema, in which these keywords replace inferred keywords.
    func extended(_ schema: JSONValue, _ key: String, of owner: Any.Type) -> JSONValue {
        guard let provider = owner as? any PropertySchemaProviding.Type, let keywords = provider.keywords(of: key),
            case .object(let members) = schema
        else { return schema }
        var inferred = members
        let bounds = ["minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"]
        for (name, exclusive) in bounds {
            if keywords[exclusive] != nil { inferred[name] = nil }
            // The inferred example may be out of bounds.
            if keywords[name] != nil || keywords[exclusive] != nil { inferred["examples"] = nil }
        }
        return .object(inferred.merging(keywords))
    }

    /// Notes a problem for each key of a type's `propertySchemas` that isn't a property of the type, or that has an
    /// invalid value.
    func checkKeywords(of owner: Any.Type, _ properties: [TypeShape.Property]) {
        guard let provider = owner as? any PropertySchemaProviding.Type else { return }
        for (key, keywords) in provider.propertySchemas {
            if !properties.contains(where: { $0.key == key }) {
                fail(owner, key, "is a key of `propertySchemas`, but isn't a property of the type")
            } else if keywords.string == nil, keywords.object == nil {
                fail(owner, key, "must have a string or an object as the value in `propertySchemas`")
            }
        }
    }
}

extension JSONValue.Object {
    /// Returns the members of both objects.
    ///
    /// The other object's members have precedence; nested objects are merged.
    fileprivate func merging(_ other: Self) -> Self {
        var result = self
        for (name, value) in other {
            if case .object(let members) = value, case .object(let old)? = result[name] {
                result[name] = .object(old.merging(members))
            } else {
                result[name] = value
            }
        }
        return result
    }
}

extension JSONValue {
    /// The schema without its description and deprecation, and these two members.
    ///
    /// A parameter or header contains them outside of its schema.
    var withoutNotes: (schema: JSONValue, notes: JSONValue.Object) {
        guard case .object(var schema) = self else { return (self, [:]) }
        var notes = JSONValue.Object()
        for name in ["description", "deprecated"] {
            notes[name] = schema[name]
            schema[name] = nil
        }
        return (.object(schema), notes)
    }
}
