public import Foundation
package import Requests

extension OpenAPI {
    /// Reads an OpenAPI 3.0, 3.1 or 3.2 document in JSON.
    ///
    /// ```swift
    /// let document = try OpenAPI(contentsOf: URL(filePath: "github.json"))
    /// ```
    ///
    /// A document of 3.0 is converted to 3.1.1, so that all documents have the same form: a `nullable` schema allows
    /// the type `null`, exclusive bounds are numbers, bytes have a `contentEncoding` or a `contentMediaType`, and
    /// members beside a `$ref` are dropped. The file itself stays unchanged.
    ///
    /// Mistakes in parts of the document become its ``notes``. Three frequent mistakes are harmless: a title or
    /// description that isn't text and a boolean `required` in a schema are dropped, and a boolean bound is read as in
    /// 3.0. For any other mistake, `check(against:)` fails if a declaration uses the part. A contract test fails on any
    /// mistake in the contract.
    ///
    /// - Parameter file: The URL of a file.
    /// - Throws: ``OpenAPIProblems``, each with its JSON pointer (RFC 6901), if the data isn't an OpenAPI document;
    ///   `CocoaError` if the file can't be read.
    public init(contentsOf file: URL) throws {
        guard file.isFileURL else {
            let problem = "the URL isn't a file URL: load the document and pass the data to `OpenAPI(_:)`"
            throw OpenAPIProblems.one("", problem)
        }
        try self.init(Data(contentsOf: file, options: .mappedIfSafe))
    }

    /// Reads an OpenAPI 3.0, 3.1 or 3.2 document in JSON, like ``init(contentsOf:)``.
    ///
    /// - Parameter data: The JSON in UTF-8.
    /// - Throws: ``OpenAPIProblems``, each with its JSON pointer (RFC 6901), if the data isn't an OpenAPI document. For malformed
    ///   JSON, the problem contains the position of the first wrong byte instead.
    public init(_ data: Data) throws(OpenAPIProblems) {
        let value: JSONValue
        do throws(DecodingError) {
            value = try JSONValue(parsing: data)
        } catch {
            throw .one("", "the data is not JSON" + (error.jsonIssue.map { ": \($0)" } ?? ""))
        }
        try self.init(checking: value)
    }

    /// The document in the form of 3.1 or later, which comparisons use.
    ///
    /// Only a generated 3.0 document has a different form. A document that was read has already been converted.
    var upgraded: OpenAPI {
        let isOld = content["openapi"]?.string == Version.v3_0.rawValue
        guard isOld, let (content, _) = try? DocumentCheck.checked(.object(content)) else { return self }
        return OpenAPI(content: content)
    }

    /// Makes a document from a value that was read from another format, such as YAML.
    package init(checking value: JSONValue) throws(OpenAPIProblems) {
        let (content, mistakes) = try DocumentCheck.checked(value)
        self.init(content: content, mistakes: mistakes, version: value["openapi"]?.string)
    }
}

extension OpenAPI: Codable {
    /// Decodes a document, and checks it like ``init(contentsOf:)``.
    public init(from decoder: any Decoder) throws { try self.init(checking: JSONValue(from: decoder)) }

    /// Encodes the document.
    public func encode(to encoder: any Encoder) throws { try JSONValue.object(content).encode(to: encoder) }
}

extension OpenAPIProblems {
    /// Makes the error for a single problem.
    package static func one(_ place: String, _ message: String) -> OpenAPIProblems {
        let problem = OpenAPIProblem(endpoint: "", place: place.isEmpty ? nil : place, message: message)
        return OpenAPIProblems(problems: [problem])
    }
}
