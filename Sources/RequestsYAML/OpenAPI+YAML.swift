#if YAML
public import Foundation
import Requests
public import RequestsOpenAPI
import Yams

extension OpenAPI {
    /// Reads a document in YAML, of OpenAPI 3.0, 3.1 or 3.2, as `init(contentsOf:)` reads one in JSON.
    ///
    /// ```swift
    /// let document = try OpenAPI(yaml: Data(contentsOf: file))
    /// ```
    ///
    /// Words and numbers are read by the core schema of YAML 1.2, so `no` and a date are strings. Aliases and merge keys are
    /// replaced by their content.
    ///
    /// - Parameter data: The YAML in UTF-8.
    /// - Throws: `OpenAPIProblems`, each with its JSON pointer (RFC 6901) as its place. Malformed YAML has its line and column
    ///   instead.
    public init(yaml data: Data) throws(OpenAPIProblems) {
        guard let text = String(validating: data, as: UTF8.self) else { throw .yaml("it is not text in UTF-8") }
        let node: Node?
        do {
            node = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch {
            throw .yaml((error as? YamlError)?.place ?? "\(error)")
        }
        guard let node else { throw .yaml("it is empty") }
        // Aliases can make a small text very large.
        var conversion = YAMLConversion(nodeLimit: max(100_000, 4 * data.count))
        try self.init(checking: conversion.value(of: node))
    }
}

extension OpenAPIProblems {
    static func yaml(_ reason: String) -> OpenAPIProblems { .one("", "the data is not YAML: \(reason)") }
}

extension YamlError {
    /// The problem with its line and column, without the text around it.
    fileprivate var place: String {
        switch self {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "\(problem), at line \(mark.line), column \(mark.column)"
        case .reader(let problem, _, _, _): problem
        case .duplicatedKeysInMapping(let names, let context):
            "the name \(names.first.map(\.escapedForDisplay) ?? "") occurs twice, near line \(context.mark.line)"
        default: "it can't be read"
        }
    }
}
#endif
