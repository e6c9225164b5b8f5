import Requests
import RequestsEndpoints

extension RuleCase {
    private static let callback: JSONValue = ["done": ["{$request.body#/url}": ["post": [:]]]]

    static let operations: [RuleCase] = [
        RuleCase("operation-removed", at: "", .get([:]), ["paths": ["/a": [:]]]),
        RuleCase("operation-added", at: "", ["paths": [:]], .get([:])),
        RuleCase(
            "path-placeholder-renamed", at: "",
            ["paths": ["/a/{id}": ["get": ["parameters": [["name": "id", "in": "path", "schema": [:]]]]]]],
            ["paths": ["/a/{key}": ["get": ["parameters": [["name": "key", "in": "path", "schema": [:]]]]]]]),
        .operation("operation-deprecated", [:], ["deprecated": true]),
        .operation("operation-restored", ["deprecated": true], ["deprecated": false]),
        .operation("operation-id-changed", at: "operationId", ["operationId": "a"], ["operationId": "b"]),
        .operation("operation-words-changed", ["summary": "a"], ["summary": "b"]),
        .operation("operation-tags-changed", at: "tags", ["tags": ["a"]], [:]),
        RuleCase(
            "path-words-changed", at: "/a", ["paths": ["/a": ["summary": "a"]]], ["paths": ["/a": ["summary": "b"]]]),
        RuleCase("webhook-removed", at: "webhook w", ["webhooks": ["w": ["post": [:]]]], [:]),
        RuleCase("webhook-added", at: "webhook w", [:], ["webhooks": ["w": ["post": [:]]]]),
        .operation("callback-removed", at: "callback done", ["callbacks": callback], [:]),
        .operation("callback-added", at: "callback done", [:], ["callbacks": callback]),
        .operation(
            "callback-changed", at: "callback done POST, parameters", ["callbacks": callback],
            ["callbacks": ["done": ["{$request.body#/url}": ["post": ["parameters": [.parameter([:])]]]]]]),
        .operation(
            "callback-changed", at: "callback done, put", ["callbacks": callback],
            ["callbacks": ["done": ["{$request.body#/url}": ["post": [:], "put": [:]]]]]),
    ]

    static let api: [RuleCase] = [
        RuleCase(
            "api-words-changed", at: "info, title", ["info": ["title": "A", "version": "1"]],
            ["info": ["title": "B", "version": "1"]]),
        RuleCase(
            "api-version-changed", at: "info, version", ["info": ["title": "A", "version": "1"]],
            ["info": ["title": "A", "version": "2"]]),
        RuleCase("format-version-changed", at: "openapi", ["openapi": "3.1.0"], ["openapi": "3.2.0"]),
        RuleCase("api-tags-changed", at: "tags", ["tags": [["name": "a"]]], ["tags": [["name": "b"]]]),
        RuleCase("external-docs-changed", at: "externalDocs", [:], ["externalDocs": ["url": "https://h"]]),
        RuleCase(
            "server-removed", at: "servers", ["servers": [["url": "https://a"], ["url": "https://b"]]],
            ["servers": [["url": "https://b"]]]),
        RuleCase(
            "server-added", at: "servers", ["servers": [["url": "https://b"]]],
            ["servers": [["url": "https://a"], ["url": "https://b"]]]),
        RuleCase(
            "server-variables-changed", at: "servers, https://{a}", ["servers": [["url": "https://{a}"]]],
            ["servers": [["url": "https://{a}", "variables": ["a": ["default": "b"]]]]]),
        RuleCase(
            "server-words-changed", at: "servers, /", ["servers": [["url": "/"]]],
            ["servers": [["url": "/", "description": "a"]]]),
        RuleCase(
            "unused-component-changed", at: "components/schemas/A",
            ["components": ["schemas": ["A": ["type": "string"]]]],
            ["components": ["schemas": ["A": ["type": "integer"]]]]),
        component("component-changed", "schemas", .json(["not": reference("schemas")]), ["type": "integer"]),
        component("component-changed", "schemas", kinds, ["type": "integer"]),
        component(
            "component-words-changed", "examples",
            ["content": ["text/plain": ["examples": ["a": reference("examples")]]]], ["value": 1]),
        component("component-words-changed", "links", ["links": ["a": reference("links")]], ["operationId": "a"]),
        .operation(
            "ignored-header-changed", at: "header parameter accept", [:],
            ["parameters": [["name": "Accept", "in": "header", "required": true]]]),
        .operation(
            "ignored-header-changed", at: "header parameter authorization",
            ["parameters": [["name": "Authorization", "in": "header"]]],
            ["parameters": [["name": "authorization", "in": "header", "required": true]]]),
        .responses(
            "ignored-header-changed", at: "response 200 header Content-Type", ["200": [:]],
            ["200": ["headers": ["content-type": ["required": true]]]]),
        .operation("extension-changed", at: "x-a", ["x-a": 1], ["x-a": 2]),
        RuleCase("extension-changed", at: "paths, x-a", ["paths": ["x-a": 1]], ["paths": ["x-a": 2]]),
        RuleCase("extension-changed", at: "paths, x-a", ["paths": ["x-a": ["b": 1]]], ["paths": ["x-a": ["b": 2]]]),
        .operation("keyword-changed", at: "unknown", [:], ["unknown": true]),
    ]

    private static let kinds: JSONValue = .json([
        "type": "object", "discriminator": ["propertyName": "kind", "mapping": ["a": "A"]],
    ])

    private static func reference(_ section: String) -> JSONValue { ["$ref": .string("#/components/\(section)/A")] }

    /// Makes a case of two components that a response uses.
    private static func component(
        _ rule: String, _ section: String, _ response: JSONValue, _ changed: JSONValue
    ) -> RuleCase {
        func document(_ component: JSONValue) -> JSONValue {
            var document = JSONValue.get(["responses": ["200": response]])
            document["components"] = .object([section: ["A": component]])
            return document
        }
        return RuleCase(rule, at: "components/\(section)/A", document([:]), document(changed))
    }

    static let security: [RuleCase] = [
        .operation("security-required", at: "security", [:], ["security": [["a": []]]]),
        .operation("security-dropped", at: "security", ["security": [["a": []]]], ["security": []]),
        .operation(
            "security-alternative-removed", at: "security", ["security": [["a": []], ["b": []]]],
            ["security": [["b": []]]]),
        .operation(
            "security-alternative-added", at: "security", ["security": [["b": []]]],
            ["security": [["a": []], ["b": []]]]),
        .operation("security-scope-added", at: "security a", ["security": [["a": []]]], ["security": [["a": ["s"]]]]),
        .operation("security-scope-removed", at: "security a", ["security": [["a": ["s"]]]], ["security": [["a": []]]]),
        scheme("security-scheme-changed", "name", ["type": "apiKey", "name": "a"], ["type": "apiKey", "name": "b"]),
        scheme(
            "security-flow-changed", "flows", ["type": "oauth2", "flows": [:]], ["type": "oauth2", "flows": ["a": [:]]]),
        scheme("security-words-changed", "description", ["type": "http"], ["type": "http", "description": "a"]),
        scheme(
            "security-words-changed", "scheme", ["type": "http", "scheme": "Basic"],
            ["type": "http", "scheme": "basic"]),
        RuleCase("security-scheme-added", at: "security scheme a", schemes([:]), schemes(["a": ["type": "http"]])),
        RuleCase("security-scheme-removed", at: "security scheme a", schemes(["a": ["type": "http"]]), schemes([:])),
    ]

    private static func schemes(_ schemes: JSONValue) -> JSONValue { ["components": ["securitySchemes": schemes]] }

    private static func scheme(_ rule: String, _ member: String, _ old: JSONValue, _ new: JSONValue) -> RuleCase {
        RuleCase(rule, at: "security scheme a, \(member)", schemes(["a": old]), schemes(["a": new]))
    }
}
