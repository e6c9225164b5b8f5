import Requests

extension DocumentReferences {
    /// Returns the parameters that are sent in place of a parameter.
    ///
    /// An object in the default style of a query is sent as one parameter for each property, without the name of the
    /// object (OpenAPI 3.1.1, section 4.8.12.4).
    func exploded(_ parameter: JSONValue.Object) -> [JSONValue.Object] {
        guard parameter["in"] == "query", ["form", nil].contains(parameter["style"]?.string),
            parameter["explode"] != false, let schema = parameter["schema"]
        else { return [parameter] }
        let form = SchemaForm(schema).expanded(self)
        guard form.types?.subtracting(["null"]) == ["object"],
            form.alternatives.allSatisfy({ $0.allSatisfy { SchemaForm($0).isCondition } })
        else { return [parameter] }
        let required = form.members["required"]?.array ?? []
        return (form.members["properties"]?.object ?? [:]).map { name, schema in
            let isRequired = parameter["required"] == true && required.contains(.string(name))
            return ["name": .string(name), "in": "query", "required": .bool(isRequired), "schema": schema]
        }
    }
}
