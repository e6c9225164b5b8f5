public import Foundation
public import Requests

/// The description of an API in the format OpenAPI, made from its declarations.
///
/// ```swift
/// let document = try OpenAPI(TodosAPI.live, info: .init(title: "Todos", version: "1.2.0"))
/// try document.data.write(to: file)
/// ```
///
/// The same API has the same document, byte for byte, in every process.
public struct OpenAPI: Hashable, Sendable {
    /// The whole document.
    public let content: JSONValue.Object

    /// The mistakes of a document that was read, each with its JSON pointer; see ``init(contentsOf:)``.
    public var notes: [OpenAPIProblem] { mistakes.problems }
    private(set) var mistakes: [DocumentMistake] = []

    /// A version of the format.
    public enum Version: String, Sendable, CaseIterable {
        /// OpenAPI 3.1.1.
        case v3_1 = "3.1.1"
        /// OpenAPI 3.2.0, which describes the elements of streams.
        case v3_2 = "3.2.0"
    }

    init(content: JSONValue.Object, mistakes: [DocumentMistake] = []) {
        self.content = content
        self.mistakes = mistakes
    }

    /// The document as JSON in UTF-8, indented, with its members in their order.
    public var data: Data { JSONValue.object(content).indentedData }
}
