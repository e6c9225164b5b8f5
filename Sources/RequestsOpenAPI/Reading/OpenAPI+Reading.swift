public import Foundation
package import Requests

extension OpenAPI {
    /// Reads a document in JSON, of OpenAPI 3.0, 3.1 or 3.2.
    ///
    /// ```swift
    /// let document = try OpenAPI(contentsOf: URL(filePath: "github.json"))
    /// ```
    ///
    /// A document of 3.0 is brought into the form of 3.1.1, so that all documents have the same form: a `nullable` schema allows
    /// the type `null`, exclusive bounds are numbers, bytes have a `contentEncoding` or a `contentMediaType`, and members
    /// beside a `$ref` are left out. The file itself is not changed.
    ///
    /// A mistake in a part of the document becomes one of its ``notes``. Two mistakes of many providers are harmless: a title or
    /// description that isn't text is left out, and a boolean bound, as 3.0 has it, is read as in 3.0. Any other one is an error
    /// of a contract, and of the declarations that reach its part.
    ///
    /// - Parameter file: The URL of a file.
    /// - Throws: ``OpenAPIProblems`` if the data isn't an OpenAPI document, each with its JSON pointer (RFC 6901) as its place;
    ///   `CocoaError` if the file can't be read.
    public init(contentsOf file: URL) throws {
        guard file.isFileURL else {
            throw OpenAPIProblems.one("", "the URL is no file; load the document, and read its data")
        }
        try self.init(Data(contentsOf: file, options: .mappedIfSafe))
    }

    /// Reads a document in JSON, of OpenAPI 3.0, 3.1 or 3.2, as ``init(contentsOf:)`` does.
    ///
    /// - Parameter data: The JSON in UTF-8.
    /// - Throws: ``OpenAPIProblems`` if the data isn't an OpenAPI document, each with its JSON pointer (RFC 6901) as its place.
    ///   Malformed JSON has the position of its first wrong byte instead.
    public init(_ data: Data) throws(OpenAPIProblems) {
        let value: JSONValue
        do throws(DecodingError) {
            value = try JSONValue(parsing: data)
        } catch {
            throw .one("", "the data is not JSON" + (error.jsonIssue.map { ": \($0)" } ?? ""))
        }
        try self.init(checking: value)
    }

    /// Makes a document of a value from another format.
    package init(checking value: JSONValue) throws(OpenAPIProblems) {
        let (content, mistakes) = try DocumentCheck.checked(value)
        self.init(content: content, mistakes: mistakes)
    }
}

extension OpenAPI: Codable {
    /// Reads a document, and checks it as ``init(contentsOf:)`` does.
    public init(from decoder: any Decoder) throws { try self.init(checking: JSONValue(from: decoder)) }

    /// Writes the document.
    public func encode(to encoder: any Encoder) throws { try JSONValue.object(content).encode(to: encoder) }
}

extension OpenAPIProblems {
    /// Makes the error for one problem of a document.
    package static func one(_ place: String, _ message: String) -> OpenAPIProblems {
        let problem = OpenAPIProblem(endpoint: "", place: place.isEmpty ? nil : place, message: message)
        return OpenAPIProblems(problems: [problem])
    }
}
