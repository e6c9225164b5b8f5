import Requests

extension RuleCase {
    static let parameters: [RuleCase] = [
        .operation(
            "required-parameter-added", at: "query parameter q", [:], ["parameters": [.parameter(["required": true])]]),
        .operation("optional-parameter-added", at: "query parameter q", [:], ["parameters": [.parameter([:])]]),
        .operation("parameter-removed", at: "query parameter q", ["parameters": [.parameter([:])]], [:]),
        .operation(
            "parameter-moved", at: "parameter q", ["parameters": [.parameter([:])]],
            ["parameters": [["name": "q", "in": "header"]]]),
        .parameter("parameter-required", [:], ["required": true]),
        .parameter("parameter-optional", ["required": true], [:]),
        .parameter("parameter-style-changed", ["style": "form", "explode": true], ["style": "deepObject"]),
        .parameter("parameter-explode-changed", [:], ["explode": false]),
        .parameter("parameter-reserved-changed", [:], ["allowReserved": true]),
        .parameter("parameter-empty-value-refused", ["allowEmptyValue": true], [:]),
        .parameter("parameter-empty-value-allowed", [:], ["allowEmptyValue": true]),
        .parameter("parameter-content-changed", ["schema": [:]], ["content": ["application/json": [:]]]),
        .parameter(
            "input-type-changed", at: "query parameter q application/json", .json(["type": "string"]),
            .json(["type": "boolean"])),
        .parameter("parameter-deprecated", [:], ["deprecated": true]),
        .parameter("parameter-restored", ["deprecated": true], [:]),
        .parameter("parameter-words-changed", ["description": "a"], [:]),
        .parameter("parameter-examples-changed", ["example": "a"], ["example": "b"]),
    ]

    static let bodies: [RuleCase] = [
        .body("required-body-added", nil, ["required": true, "content": [:]]),
        .body("optional-body-added", nil, ["content": [:]]),
        .body("body-removed", ["content": [:]], nil),
        .body("body-required", ["content": [:]], ["content": [:], "required": true]),
        .body("body-optional", ["content": [:], "required": true], ["content": [:], "required": false]),
        .body(
            "body-content-type-removed", ["content": ["text/plain": [:], "text/html": [:]]],
            ["content": ["text/html": [:]]]),
        .body(
            "body-content-type-added", ["content": ["text/html": [:]]],
            ["content": ["text/html": [:], "text/plain": [:]]]),
        .body(
            "body-encoding-changed", at: "body multipart/form-data", ["content": ["multipart/form-data": [:]]],
            ["content": ["multipart/form-data": ["encoding": ["a": ["contentType": "text/plain"]]]]]),
        .body("body-words-changed", ["content": [:]], ["content": [:], "description": "a"]),
        .body(
            "body-examples-changed", at: "body text/plain", ["content": ["text/plain": [:]]],
            ["content": ["text/plain": ["example": "a"]]]),
    ]

    private static let field: JSONValue = ["headers": ["X": [:]]]
    private static let requiredField: JSONValue = ["headers": ["X": ["required": true]]]

    static let responses: [RuleCase] = [
        .responses("success-removed", ["200": [:], "204": [:]], ["204": [:]]),
        .responses("success-added", ["204": [:]], ["200": [:], "204": [:]]),
        .responses("success-narrowed", ["2XX": [:]], ["200": [:]]),
        .responses("failure-removed", ["200": [:], "404": [:]], ["200": [:]]),
        .responses("failure-added", ["200": [:]], ["200": [:], "404": [:]]),
        .responses("response-body-removed", at: "response 200", ["200": .json([:])], ["200": [:]]),
        .responses("response-body-added", at: "response 200", ["200": [:]], ["200": .json([:])]),
        .responses(
            "response-content-type-removed", at: "response 200", ["200": ["content": ["text/plain": [:], "a/b": [:]]]],
            ["200": ["content": ["text/plain": [:]]]]),
        .responses(
            "response-content-type-added", at: "response 200", ["200": ["content": ["text/plain": [:]]]],
            ["200": ["content": ["text/plain": [:], "a/b": [:]]]]),
        .responses("response-header-removed", at: "response 200 header X", ["200": field], ["200": [:]]),
        .responses("response-header-optional", at: "response 200 header X", ["200": requiredField], ["200": field]),
        .responses("response-header-required", at: "response 200 header X", ["200": field], ["200": requiredField]),
        .responses("required-response-header-added", at: "response 200 header X", ["200": [:]], ["200": requiredField]),
        .responses("optional-response-header-added", at: "response 200 header X", ["200": [:]], ["200": field]),
        .responses(
            "response-header-style-changed", at: "response 200 header X", ["200": field],
            ["200": ["headers": ["x": ["explode": true]]]]),
        .responses(
            "response-encoding-changed", at: "response 200 multipart/mixed",
            ["200": ["content": ["multipart/mixed": [:]]]],
            ["200": ["content": ["multipart/mixed": ["encoding": ["a": [:]]]]]]),
        .responses(
            "response-header-deprecated", at: "response 200 header X", ["200": field],
            ["200": ["headers": ["X": ["deprecated": true]]]]),
        .responses(
            "output-type-changed", at: "response 200 header X application/json",
            ["200": ["headers": ["X": .json(["type": "string"])]]],
            ["200": ["headers": ["x": .json(["type": "boolean"])]]]),
        .responses("response-words-changed", at: "response 200", ["200": ["description": "a"]], ["200": [:]]),
        .responses(
            "response-examples-changed", at: "response 200 text/plain", ["200": ["content": ["text/plain": [:]]]],
            ["200": ["content": ["text/plain": ["examples": ["a": ["value": 1]]]]]]),
        .responses("response-links-changed", at: "response 200", ["200": [:]], ["200": ["links": ["a": [:]]]]),
    ]
}
