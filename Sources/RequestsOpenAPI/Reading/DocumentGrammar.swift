import Requests

/// A kind of object in a document (OpenAPI 3.2.0, section 4).
enum NodeKind: String {
    case document, paths, operation, parameter, header, encoding, responses, response, callback, example, link, schema
    case components, server, tag
    case pathItem = "path item"
    case requestBody = "request body"
    case mediaType = "media type"
    case securityScheme = "security scheme"
    /// An object whose members are not checked.
    case other = "object"

    /// Indicates whether a reference may replace the object.
    var canBeReference: Bool {
        switch self {
        case .parameter, .header, .response, .callback, .example, .link, .schema, .pathItem, .requestBody, .mediaType,
            .securityScheme:
            true
        default: false
        }
    }
}

/// The form of a value in a document.
enum MemberForm {
    case any, string, boolean, number, count, strings
    /// One or more strings, like the `type` of a schema.
    case names
    /// A number; in 3.0, a boolean.
    case bound
    case node(NodeKind)
    case list(NodeKind)
    case map(NodeKind)
}

/// The members of a document's objects, by kind of object.
///
/// The lists contain only members that can contain references, or that affect requests and responses.
enum DocumentGrammar {
    typealias Fields = [String: MemberForm]

    static func fields(of kind: NodeKind) -> Fields { all[kind] ?? [:] }

    /// Returns the required members of an object.
    static func required(in kind: NodeKind) -> [String] {
        switch kind {
        case .parameter: ["name", "in"]
        case .requestBody: ["content"]
        case .securityScheme: ["type"]
        default: []
        }
    }

    /// Returns the form of a member in an object whose member names are chosen by the document's author.
    ///
    /// - Returns: The form; `nil` if the name is not allowed.
    static func form(ofMember name: String, in kind: NodeKind) -> MemberForm? {
        if name.hasPrefix("x-") { return .any }
        switch kind {
        case .paths: return name.hasPrefix("/") ? .node(.pathItem) : nil
        case .responses: return isStatus(name) ? .node(.response) : nil
        case .callback: return name == "$ref" ? .string : .node(.pathItem)
        default: return .any
        }
    }

    /// Returns whether the name of a response is `default`, a status or a range such as `2XX`.
    private static func isStatus(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard name != "default" else { return true }
        guard bytes.count == 3, 0x31...0x35 ~= bytes[0] else { return false }
        return name.hasSuffix("XX") || bytes.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static let all: [NodeKind: Fields] = [
        .document: [
            "openapi": .string, "$self": .string, "info": .node(.other), "servers": .list(.server),
            "paths": .node(.paths), "webhooks": .map(.pathItem), "components": .node(.components),
            "security": .list(.other), "tags": .list(.tag),
        ],
        .server: ["url": .string, "variables": .map(.other)],
        .tag: ["name": .string],
        .pathItem: [
            "$ref": .string, "get": .node(.operation), "put": .node(.operation), "post": .node(.operation),
            "delete": .node(.operation), "options": .node(.operation), "head": .node(.operation),
            "patch": .node(.operation), "trace": .node(.operation), "query": .node(.operation),
            "additionalOperations": .map(.operation), "parameters": .list(.parameter), "servers": .list(.server),
        ],
        .operation: [
            "tags": .strings, "summary": .string, "description": .string, "operationId": .string,
            "parameters": .list(.parameter), "requestBody": .node(.requestBody), "responses": .node(.responses),
            "callbacks": .map(.callback), "deprecated": .boolean, "security": .list(.other),
            "servers": .list(.server),
        ],
        .parameter: parameter.merging(["name": .string, "in": .string]) { $1 },
        .header: parameter,
        .requestBody: ["$ref": .string, "content": .map(.mediaType), "required": .boolean],
        .mediaType: [
            "$ref": .string, "schema": .node(.schema), "itemSchema": .node(.schema), "examples": .map(.example),
            "encoding": .map(.encoding), "prefixEncoding": .list(.encoding), "itemEncoding": .node(.encoding),
        ],
        .encoding: [
            "contentType": .string, "headers": .map(.header), "style": .string, "explode": .boolean,
            "allowReserved": .boolean, "encoding": .map(.encoding), "prefixEncoding": .list(.encoding),
            "itemEncoding": .node(.encoding),
        ],
        .response: [
            "$ref": .string, "description": .string, "headers": .map(.header), "content": .map(.mediaType),
            "links": .map(.link),
        ],
        .example: ["$ref": .string],
        .link: ["$ref": .string, "operationId": .string],
        .components: [
            "schemas": .map(.schema), "responses": .map(.response), "parameters": .map(.parameter),
            "examples": .map(.example), "requestBodies": .map(.requestBody), "headers": .map(.header),
            "securitySchemes": .map(.securityScheme), "links": .map(.link), "callbacks": .map(.callback),
            "pathItems": .map(.pathItem), "mediaTypes": .map(.mediaType),
        ],
        .securityScheme: ["$ref": .string, "type": .string, "scheme": .string, "name": .string, "in": .string],
        .schema: schema,
    ]

    private static let parameter: Fields = [
        "$ref": .string, "description": .string, "required": .boolean, "deprecated": .boolean, "style": .string,
        "explode": .boolean, "allowReserved": .boolean, "schema": .node(.schema), "content": .map(.mediaType),
        "examples": .map(.example),
    ]

    private static let schema: Fields = [
        "$ref": .string, "type": .names, "format": .string, "title": .string, "description": .string,
        "enum": .list(.other), "required": .strings, "nullable": .boolean, "deprecated": .boolean,
        "readOnly": .boolean, "writeOnly": .boolean, "pattern": .string,
        "minimum": .number, "maximum": .number, "multipleOf": .number,
        "exclusiveMinimum": .bound, "exclusiveMaximum": .bound,
        "minLength": .count, "maxLength": .count, "minItems": .count, "maxItems": .count, "minProperties": .count,
        "maxProperties": .count, "minContains": .count, "maxContains": .count, "uniqueItems": .boolean,
        "contentEncoding": .string, "contentMediaType": .string, "contentSchema": .node(.schema),
        "properties": .map(.schema), "patternProperties": .map(.schema), "dependentSchemas": .map(.schema),
        "$defs": .map(.schema), "definitions": .map(.schema),
        "additionalProperties": .node(.schema), "unevaluatedProperties": .node(.schema),
        "propertyNames": .node(.schema), "items": .node(.schema), "unevaluatedItems": .node(.schema),
        "contains": .node(.schema), "not": .node(.schema), "if": .node(.schema), "then": .node(.schema),
        "else": .node(.schema), "prefixItems": .list(.schema), "allOf": .list(.schema), "anyOf": .list(.schema),
        "oneOf": .list(.schema),
    ]
}
