#if YAML
public import Foundation
import Requests
public import RequestsOpenAPI
import Yams

extension OpenAPI {
    /// Reads an OpenAPI 3.0, 3.1 or 3.2 document in YAML, like `init(contentsOf:)` for JSON.
    ///
    /// ```swift
    /// let document = try OpenAPI(yaml: Data(contentsOf: file))
    /// ```
    ///
    /// Plain scalars follow the core schema of YAML 1.2, so `no` and dates are strings. Aliases and merge keys are
    /// replaced by their content.
    ///
    /// - Parameter data: The YAML in UTF-8, or in a different Unicode encoding with a byte order mark.
    /// - Throws: `OpenAPIProblems`, each with its JSON pointer (RFC 6901). For malformed YAML, the problem contains the line and
    ///   column instead.
    public init(yaml data: Data) throws(OpenAPIProblems) {
        // A byte order mark isn't part of the text (YAML 1.2.2, section 5.2).
        let mark = Charset.ofByteOrderMark(data) ?? "utf-8"
        guard let encoding = Charset(named: mark)?.encoding, let text = Charset.text(of: data, in: encoding) else {
            throw .yaml("the text isn't valid \(mark.uppercased())")
        }
        let node: Node?
        do {
            node = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch {
            throw .yaml((error as? YamlError)?.place ?? "\(error)")
        }
        guard let node else { throw .yaml("the document is empty") }
        // Aliases can expand a small text to a very large one.
        var conversion = YAMLConversion(nodeLimit: max(100_000, 4 * data.count))
        try self.init(checking: conversion.value(of: node))
    }

    /// The document as YAML in UTF-8, with its members in order.
    ///
    /// ```swift
    /// try document.yaml.write(to: file)
    /// ```
    ///
    /// Strings such as `no` and `1.0` have quotes, so that parsers of YAML 1.1 also read them as strings.
    ///
    /// ``init(yaml:)`` reads the same document from this data, with two exceptions in Yams: a string loses a byte order
    /// mark at its beginning, and an object can't have two names that differ only in their Unicode normalization.
    public var yaml: Data {
        // JSON is YAML.
        (try? YAMLWriter.data(content)) ?? data
    }
}

extension OpenAPIProblems {
    static func yaml(_ reason: String) -> OpenAPIProblems { .one("", "the data can't be read as YAML: \(reason)") }
}

extension YamlError {
    /// The problem with its line and column, without the surrounding text.
    fileprivate var place: String {
        switch self {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "\(problem), at line \(mark.line), column \(mark.column)"
        case .reader(let problem, _, _, _): problem
        case .duplicatedKeysInMapping(let names, let context):
            "the key \(names.first.map(\.escapedForDisplay) ?? "") occurs twice, near line \(context.mark.line)"
        default: "the document is malformed"
        }
    }
}
#endif
