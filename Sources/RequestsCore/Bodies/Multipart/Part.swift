public import Foundation

/// A part of a multipart form: a name, and a value or a body (RFC 7578, section 4).
///
/// ```swift
/// Part("title", "Holiday")                         // any scalar, written by the API's Coding
/// Part("tags", ["sea", "sun"])                     // several parts, named by the API's array style
/// Part("meta", .json(meta))                        // any body, with its Content-Type
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
    /// These fields override the Content-Disposition that is made from the names, and the Content-Type of the body.
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

    /// Makes a part from a value, which the API's ``Coding`` writes as text without a media type.
    ///
    /// - Parameters:
    ///   - name: The name, to which the API's key style doesn't apply. Quotes and line breaks in it are escaped as browsers do
    ///     (`%22`, `%0D`, `%0A`).
    ///   - value: A string, a number, a `Bool`, a date, an enum with a raw value, or another single value. An array, or a value
    ///     with properties, becomes several parts. `nil` is omitted, unless the API's coding writes it. If the value can't be
    ///     written, resolving the request throws ``RequestErrorCode/bodyEncodingFailed``.
    public init(_ name: String, _ value: some Encodable & Sendable) {
        self.init(name: name, .value(value))
    }

    /// Makes a part from bytes, which are sent unchanged with the media type `application/octet-stream`.
    ///
    /// - Parameters:
    ///   - name: The name, to which the API's key style doesn't apply.
    ///   - data: The bytes.
    public init(_ name: String, _ data: Data) {
        self.init(name, .data(data))
    }

    /// Makes a part from a body and its fields, such as Content-Type.
    ///
    /// - Parameters:
    ///   - name: The name, to which the API's key style doesn't apply. Quotes and line breaks in it are escaped as browsers do
    ///     (`%22`, `%0D`, `%0A`).
    ///   - body: The body: `.json`, `.text`, `.data`, `.file`, `.stream`, or a custom provider.
    ///   - fileName: The file name, which is escaped like the part's name. Many servers accept a part as a file only if it has a
    ///     file name.
    public init(_ name: String, _ body: BodyProvider, fileName: String? = nil) {
        self.init(name: name, fileName: fileName, .body(body))
    }

    /// Makes a part from a file, which is read while it is sent and never held in memory.
    ///
    /// ```swift
    /// Part("avatar", file: url)
    /// Part("avatar", file: url, fileName: "me.png", contentType: .png)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the part.
    ///   - url: The file's URL. If the file can't be read, resolving the request throws ``RequestErrorCode/bodyEncodingFailed``.
    ///     If the file is deleted or its size changes later, sending throws ``RequestErrorCode/bodyUnreadable``.
    ///   - fileName: The file name to send. By default it is the last component of the URL.
    ///   - contentType: The media type. By default it is guessed from the URL's extension, or `application/octet-stream` if the
    ///     extension is unknown.
    public init(_ name: String, file url: URL, fileName: String? = nil, contentType: MediaType? = nil) {
        self.init(name, .file(url, contentType: contentType), fileName: fileName ?? url.lastPathComponent)
    }

    /// Makes a part for each property of a value, in the order in which the value encodes them, or for each dictionary entry.
    ///
    /// The API's ``Coding`` writes the names and values, as in a query. A field that you add is added to each of these
    /// parts.
    ///
    /// - Parameter value: The value. If it can't be written, resolving the request throws
    ///   ``RequestErrorCode/bodyEncodingFailed``.
    public init(fields value: some Encodable & Sendable) {
        self.init(name: "", .fields(value))
    }
}

extension Part {
    /// Adds a field to the header of the part, keeping any field with the same name; `nil` adds no field.
    public func adding(headerField name: HeaderField.Name, _ value: some Encodable) -> Part {
        var part = self
        if let field = HeaderField.encoding(value, name: name, isSensitive: false) { part.header.append(field) }
        return part
    }

    /// Sets a field of the part's header.
    ///
    /// The new field replaces any fields with the same name; `nil` removes them.
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
