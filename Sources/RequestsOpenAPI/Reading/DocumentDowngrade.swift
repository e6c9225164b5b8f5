import Requests

/// Converts a generated document from OpenAPI 3.1 to 3.0, and notes what 3.0 can't express.
struct DocumentDowngrade {
    private var omissions: [DocumentMistake] = []
    /// The names and indices of the open objects and lists.
    private var tokens: [String] = []

    private init() {}

    /// Returns a document in the form of 3.0.
    ///
    /// - Parameter document: A document in the form of 3.1.
    /// - Returns: The document without the parts that 3.0 can't express, and a note for each omitted part.
    static func downgraded(
        _ document: JSONValue.Object
    ) -> (content: JSONValue.Object, omissions: [DocumentMistake]) {
        var downgrade = DocumentDowngrade()
        let content = downgrade.withoutNewMembers(document)
        return (downgrade.members(of: content, DocumentGrammar.fields(of: .document)), downgrade.omissions)
    }

    /// The members of a document that version 3.1 introduced, except those of schemas.
    private static let newMembers = [["info", "summary"], ["info", "license", "identifier"], ["webhooks"]]

    private mutating func withoutNewMembers(_ document: JSONValue.Object) -> JSONValue.Object {
        var document = document
        for place in Self.newMembers.map(JSONPointer.init) where place.value(in: document) != nil {
            note(place)
            document = place.removed(from: document)
        }
        return document
    }

    private mutating func note(_ place: JSONPointer, _ reason: String = SchemaDowngrade.reason) {
        omissions.append(DocumentMistake(place: place, message: reason, effect: .omitted))
    }
}

extension DocumentDowngrade {
    private mutating func convert(_ value: JSONValue, _ form: MemberForm, _ token: String) -> JSONValue {
        tokens.append(token)
        defer { tokens.removeLast() }
        switch (form, value) {
        case (.node(.schema), _): return schema(value)
        case (.node(let kind), .object(let members)):
            let names = members.map { ($0.key, DocumentGrammar.form(ofMember: $0.key, in: kind) ?? .any) }
            let fields = DocumentGrammar.fields(of: kind)
            return .object(self.members(of: members, fields.merging(names) { own, _ in own }))
        case (.map(let kind), .object(let members)):
            return .object(
                JSONValue.Object(members.map { (key: $0.key, value: convert($0.value, .node(kind), $0.key)) }))
        case (.list(let kind), .array(let elements)):
            return .array(elements.enumerated().map { convert($0.element, .node(kind), "\($0.offset)") })
        default: return value
        }
    }

    private mutating func members(of object: JSONValue.Object, _ fields: DocumentGrammar.Fields) -> JSONValue.Object {
        JSONValue.Object(object.map { (key: $0.key, value: convert($0.value, fields[$0.key] ?? .any, $0.key)) })
    }

    private mutating func schema(_ value: JSONValue) -> JSONValue {
        guard case .object(var object) = value else { return value == false ? ["not": [:]] : [:] }
        for name in SchemaDowngrade.unknown(in: object) {
            note(JSONPointer(tokens + [name]))
            object[name] = nil
        }
        var members = members(of: object, DocumentGrammar.fields(of: .schema))
        // In 3.0, only this member may be a boolean instead of a schema.
        if let isOpen = object["additionalProperties"], isOpen.bool != nil { members["additionalProperties"] = isOpen }
        let downgrade = SchemaDowngrade(members)
        for (name, reason) in downgrade.omissions { note(JSONPointer(tokens + [name]), reason) }
        return .object(downgrade.schema)
    }
}
