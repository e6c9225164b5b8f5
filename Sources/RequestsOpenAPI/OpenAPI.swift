public import Foundation
public import Requests

/// An OpenAPI document, made from an API's declarations or read from a file.
///
/// ```swift
/// let document = try OpenAPI(TodosAPI.live, info: .init(title: "Todos", version: "1.2.0"))
/// try document.data.write(to: file)
/// ```
///
/// The same API always results in the same document, byte for byte.
public struct OpenAPI: Hashable, Sendable {
    /// The whole document.
    public let content: JSONValue.Object

    /// The mistakes in a document that was read, each with its JSON pointer: see ``init(contentsOf:)``.
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

    /// The document as indented JSON in UTF-8, with its members in order.
    public var data: Data { JSONValue.object(content).indentedData }
}
