public import Foundation

/// A part of a multipart form: a name, and a value or a body (RFC 7578, section 4).
///
/// ```swift
/// Part("title", "Holiday")                         // any scalar, written by the API's Coding
/// Part("tags", ["sea", "sun"])                     // several parts, named by the API's array style
/// Part("meta", .json(meta))                        // any body, its Content-Type with it
/// Part("raw", .data(bytes), fileName: "x.bin").setting(headerField: "X-Id", "7")
/// Part("avatar", file: url)                        // a file, read while it is sent
/// Part(fields: signUp)                             // name=…, email=…: a part for each property
/// ```
public struct Part: Sendable {
    /// The name; empty if the part represents the fields of a whole value.
    public let name: String

    /// The name of the file; `nil` if the part is not a file.
    public let fileName: String?

    /// The fields of the part, which are checked when the request is resolved.
    ///
    /// Content-Disposition is made from the names, and Content-Type comes from the body. A field that is set here overrides them.
    public var header: HeaderFields = []

    let content: Content

    enum Content: Sendable {
        case value(any Encodable & Sendable)
        case fields(any Encodable & Sendable)
        case body(BodyProvider)
    }

    init(name: String, fileName: String? = nil, _ content: Content) {
        self.name = name
        self.fileName = fileName
        self.content = content
    }

    /// Makes a part from a value, which the API's ``Coding`` writes as a text without a media type.
    ///
    /// - Parameters:
    ///   - name: The name, used as it is. Quotes and line ends in it are escaped as browsers do (`%22`, `%0D`, `%0A`).
    ///   - value: A text, a number, a `Bool`, a date, an enum by its raw value, and the like. An array, and a value with properties, become
    ///     several parts. A `nil` is left out, unless the API's coding says otherwise. A value that can't be written is an error when the
    ///     request is resolved (``RequestErrorCode/bodyEncodingFailed``).
    public init(_ name: String, _ value: some Encodable & Sendable) {
        self.init(name: name, .value(value))
    }

    /// Makes a part from bytes, which are sent unchanged with the media type `application/octet-stream`.
    ///
    /// - Parameters:
    ///   - name: The name, used as it is.
    ///   - data: The bytes.
    public init(_ name: String, _ data: Data) {
        self.init(name, .data(data))
    }

    /// Makes a part from a body, including the fields of the body, such as its Content-Type.
    ///
    /// - Parameters:
    ///   - name: The name, used as it is. Quotes and line ends in it are escaped as browsers do (`%22`, `%0D`, `%0A`).
    ///   - body: The body: `.json`, `.text`, `.data`, `.file`, `.stream`, or your own.
    ///   - fileName: The name of the file, which is escaped like the part's name. Many servers accept a part as a file only if it has a
    ///     file name.
    public init(_ name: String, _ body: BodyProvider, fileName: String? = nil) {
        self.init(name: name, fileName: fileName, .body(body))
    }

    /// Makes a part that is a file, read while it is sent and never held in memory.
    ///
    /// ```swift
    /// Part("avatar", file: url)
    /// Part("avatar", file: url, fileName: "me.png", contentType: .png)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the part, used as it is.
    ///   - url: The URL of the file. A file that can't be read is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``). A file that changes its size later, or vanishes, is an error when it is sent
    ///     (``RequestErrorCode/bodyUnreadable``).
    ///   - fileName: The name of the file for the server. By default it is the last component of the URL.
    ///   - contentType: The media type. By default it is guessed from the extension of the URL. For an unknown extension it is
    ///     `application/octet-stream`.
    public init(_ name: String, file url: URL, fileName: String? = nil, contentType: MediaType? = nil) {
        self.init(name, .file(url, contentType: contentType), fileName: fileName ?? url.lastPathComponent)
    }

    /// Makes the parts of a value with named properties, or of a dictionary, in the order in which it encodes them.
    ///
    /// The API's ``Coding`` writes the names and values, as in a query. Header fields that you add are added to each part.
    ///
    /// - Parameter value: The value. A value that can't be written is an error when the request is resolved
    ///   (``RequestErrorCode/bodyEncodingFailed``).
    public init(fields value: some Encodable & Sendable) {
        self.init(name: "", .fields(value))
    }
}

extension Part {
    /// Adds a field to the header of the part, keeping any field with the same name; a `nil` adds no field.
    public func adding(headerField name: HeaderField.Name, _ value: some Encodable) -> Part {
        var part = self
        if let field = HeaderField.encoding(value, name: name, isSensitive: false) { part.header.append(field) }
        return part
    }

    /// Sets a field of the header of the part.
    ///
    /// Any previous field with the same name is discarded; with `nil`, no field replaces it.
    public func setting(headerField name: HeaderField.Name, _ value: some Encodable) -> Part {
        let field = HeaderField.encoding(value, name: name, isSensitive: false)
        var part = self
        if let field { part.header.set(field) } else { part.header.remove(name) }
        return part
    }
}

extension Part: RedactedDescription {
    /// The name of the part, but never its content.
    public var description: String { name.isEmpty ? "fields" : "part \(name.escapedForDisplay)" }
}
