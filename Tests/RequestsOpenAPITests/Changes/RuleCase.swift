import Foundation
import Requests
import Testing

@testable import RequestsOpenAPI

/// Two documents and the change that is expected between them.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let rule: String
    /// The changes as `rule @ location`.
    let expected: [String]
    let old: OpenAPI
    let new: OpenAPI

    var testDescription: String { rule }

    /// Makes a case of two whole documents.
    init(_ rule: String, at location: String, and others: [String] = [], _ old: JSONValue, _ new: JSONValue) {
        self.rule = rule
        expected = ["\(rule) @ \(location)"] + others
        self.old = OpenAPI.sample(old)
        self.new = OpenAPI.sample(new)
    }

    /// Makes a case of two operations.
    static func operation(
        _ rule: String, at location: String = "", and others: [String] = [], _ old: JSONValue, _ new: JSONValue
    ) -> RuleCase {
        RuleCase(rule, at: location, and: others, .get(old), .get(new))
    }

    /// Makes a case of two query parameters with the name `q`.
    static func parameter(
        _ rule: String, at location: String = "query parameter q", _ old: JSONValue, _ new: JSONValue
    ) -> RuleCase {
        operation(rule, at: location, ["parameters": [.parameter(old)]], ["parameters": [.parameter(new)]])
    }

    /// Makes a case of two Request Body Objects.
    static func body(_ rule: String, at location: String = "body", _ old: JSONValue?, _ new: JSONValue?) -> RuleCase {
        operation(rule, at: location, .body(old), .body(new))
    }

    /// Makes a case of two Responses Objects.
    static func responses(
        _ rule: String, at location: String = "responses", _ old: JSONValue, _ new: JSONValue
    ) -> RuleCase {
        operation(rule, at: location, ["responses": old], ["responses": new])
    }

    /// Makes a case of two schemas of a request's body.
    static func input(
        _ rule: String, at path: String = "", and others: [String] = [], _ old: JSONValue, _ new: JSONValue
    ) -> RuleCase {
        let location = "body application/json" + (path.isEmpty ? "" : ", \(path)")
        return operation(
            rule, at: location, and: others.map { "\($0) @ \(location)" }, .body(.json(old)), .body(.json(new)))
    }

    /// Makes a case of two schemas of a response's body.
    static func output(
        _ rule: String, at path: String = "", and others: [String] = [], _ old: JSONValue, _ new: JSONValue
    ) -> RuleCase {
        let location = "response 200 application/json" + (path.isEmpty ? "" : ", \(path)")
        return operation(
            rule, at: location, and: others.map { "\($0) @ \(location)" }, ["responses": ["200": .json(old)]],
            ["responses": ["200": .json(new)]])
    }

    /// Makes two cases: in one, clients send the values; in the other, servers send them.
    static func both(
        _ input: String, _ output: String, at path: String = "", _ old: JSONValue, _ new: JSONValue
    ) -> [RuleCase] {
        [.input("input-" + input, at: path, old, new), .output("output-" + output, at: path, old, new)]
    }
}

extension OpenAPI {
    static func sample(_ content: JSONValue) -> OpenAPI {
        let base: JSONValue.Object = ["openapi": "3.1.1", "info": ["title": "A", "version": "1"]]
        return OpenAPI(content: .init(Array(base) + Array(content.object ?? [:])))
    }
}

extension JSONValue {
    /// Makes a document with one operation.
    static func get(_ operation: JSONValue) -> JSONValue { ["paths": ["/a": ["get": operation]]] }

    static func parameter(_ content: JSONValue) -> JSONValue {
        .object(.init([(key: "name", value: "q"), (key: "in", value: "query")] + Array(content.object ?? [:])))
    }

    static func body(_ body: JSONValue?) -> JSONValue { body.map { ["requestBody": $0] } ?? [:] }

    /// Makes a body or a response in JSON.
    static func json(_ schema: JSONValue) -> JSONValue { ["content": ["application/json": ["schema": schema]]] }

    /// Makes the schema of an object with one property.
    static func having(_ name: String, _ schema: JSONValue = ["type": "string"], _ more: Object = [:]) -> JSONValue {
        let base: Object = ["type": "object", "properties": .object([name: schema])]
        return .object(.init(Array(base) + Array(more)))
    }
}
