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

    /// The mistakes in a document that was read, or the parts that a generated document can't express, each with its
    /// JSON pointer.
    ///
    /// For documents that were read, see ``init(contentsOf:)``. In a document that was generated in version 3.0, these are
    /// the parts that only 3.1 can express, such as `propertyNames`. They are missing in the 3.0 document, so their
    /// pointers are those of the 3.1 document. A document that was generated in a later version has no notes.
    ///
    /// ```swift
    /// let document = try OpenAPI(api, info: info, version: .v3_0)
    /// for note in document.notes { print(note) }
    /// ```
    public var notes: [OpenAPIProblem] { mistakes.problems }
    private(set) var mistakes: [DocumentMistake] = []

    /// A version of the format.
    public enum Version: String, Sendable, CaseIterable {
        /// OpenAPI 3.0.4, for tools that can't read later versions; the document's ``OpenAPI/notes`` list what is missing.
        case v3_0 = "3.0.4"
        /// OpenAPI 3.1.1.
        case v3_1 = "3.1.1"
        /// OpenAPI 3.2.0, which describes the elements of streams.
        case v3_2 = "3.2.0"
    }

    let written: WrittenVersion

    init(content: JSONValue.Object, mistakes: [DocumentMistake] = [], version: String? = nil) {
        self.content = content
        written = WrittenVersion(text: version ?? content["openapi"]?.string)
        self.mistakes = mistakes
    }

    /// The document as indented JSON in UTF-8, with its members in order.
    public var data: Data { JSONValue.object(content).indentedData }
}

/// The version of the format that a file declares.
///
/// The content may have been converted to a later version.
///
/// Documents with the same content are equal, whatever their files say.
struct WrittenVersion: Hashable {
    let text: String?

    static func == (_: WrittenVersion, _: WrittenVersion) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
