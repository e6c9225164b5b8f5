public import Foundation

/// A file as a value: bytes, a media type, and a name.
///
/// ```swift
/// struct Upload: Codable {
///     var title: String
///     var photos: [FileValue]
///     var notes: FileValue?
/// }
///
/// let upload = Upload(title: "Sea", photos: [FileValue(png, fileName: "1.png")], notes: .text("calm", fileName: "n.txt"))
/// ```
///
/// In a multipart form (``BodyFormat/multipart``) it is a part, with its bytes as they are. Any other format has its properties,
/// `data` as that format writes data: in JSON base64.
///
/// The bytes are in memory. To send a file from the disk, use ``FilePart``.
public struct FileValue: Hashable, Sendable {
    /// The bytes.
    public var data: Data

    /// The name; `nil` for none.
    ///
    /// One that was received is what the sender says, and not to be used as a path.
    public var fileName: String?

    /// The media type.
    ///
    /// A part that was received without one is `text/plain` (RFC 7578, section 4.4).
    public var contentType: MediaType

    /// Makes a file of bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - fileName: The name. Many servers take only a part with a name for a file.
    ///   - contentType: The media type: by default what the extension of the name says, or `application/octet-stream`.
    public init(_ data: Data, fileName: String? = nil, contentType: MediaType? = nil) {
        self.data = data
        self.fileName = fileName
        self.contentType = contentType ?? fileName.flatMap(Self.type) ?? .octetStream
    }

    /// Reads a file from the disk.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - fileName: The name that the receiver is told: by default the last component of the URL.
    ///   - contentType: The media type: by default what the extension of the name says, or `application/octet-stream`.
    /// - Throws: What Foundation throws for a file that can't be read.
    public init(contentsOf url: URL, fileName: String? = nil, contentType: MediaType? = nil) throws {
        self.init(try Data(contentsOf: url), fileName: fileName ?? url.lastPathComponent, contentType: contentType)
    }

    private static func type(ofFileNamed name: String) -> MediaType? {
        name.split(separator: ".").dropFirst().last.flatMap { MediaType(filenameExtension: String($0)) }
    }
}

extension FileValue {
    /// Makes a file of a text, in UTF-8: also one that is JSON or XML already.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - fileName: The name.
    ///   - contentType: The media type: plain text.
    /// - Returns: The file.
    public static func text(
        _ text: String, fileName: String? = nil, contentType: MediaType = "text/plain; charset=utf-8"
    ) -> FileValue {
        FileValue(Data(text.utf8), fileName: fileName, contentType: contentType)
    }

    /// Makes a file of a value, as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - fileName: The name.
    ///   - coding: What says how it is written; give that of your API.
    /// - Returns: The file.
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``.
    public static func json(
        _ value: some Encodable, fileName: String? = nil, coding: Coding = .standard
    ) throws -> FileValue {
        try .encoded(value, as: .json, fileName: fileName, coding: coding)
    }

    /// Makes a file of a value, in a format, such as XML.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format.
    ///   - fileName: The name.
    ///   - coding: What says how it is written; give that of your API.
    /// - Returns: The file.
    /// - Throws: What the format throws.
    public static func encoded(
        _ value: some Encodable, as format: BodyFormat, fileName: String? = nil, coding: Coding = .standard
    ) throws -> FileValue {
        let content = try format.content(from: value, coding: coding)
        return FileValue(content.data, fileName: fileName, contentType: content.type)
    }
}

extension FileValue: Codable {
    private enum CodingKeys: String, CodingKey { case fileName, contentType, data }

    /// Reads a file: a part of a multipart form, or the properties.
    ///
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? KeyValueElementDecoder, let part = try decoder.read({ try decoder.source.part() })
        {
            self.init(
                Data(decoder.source.tree.bytes[part.content]), fileName: part.fileName,
                contentType: part.contentType ?? (part.header.contains(.contentType) ? .octetStream : .plainText))
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Data.self, forKey: .data),
            fileName: try container.decodeIfPresent(String.self, forKey: .fileName),
            contentType: try container.decodeIfPresent(MediaType.self, forKey: .contentType))
    }

    /// Writes a file: a part of a multipart form, or the properties.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? KeyValueElementEncoder, encoder.writer.hasFiles {
            return try encoder.writer.write(self, at: encoder.place)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(fileName, forKey: .fileName)
        try container.encode(contentType, forKey: .contentType)
        try container.encode(data, forKey: .data)
    }

    /// Why the file would not be read back as it is from a multipart form; `nil` where it is.
    var problem: String? {
        if MediaType(contentType.rawValue) == nil { return "is a file with a malformed media type" }
        guard let fileName else { return nil }
        if fileName.isEmpty, data.isEmpty {
            return "is a file without a name and a content, which would be read as one that was not chosen"
        }
        return MultipartName.isReadBack(fileName) ? nil : "is a file whose name would be read as another one"
    }
}

extension FileValue: CustomStringConvertible, CustomReflectable {
    /// Name, media type and size, never the content.
    public var description: String {
        "file \(fileName.map { "\($0.escapedForDisplay) " } ?? "")(\(contentType), \(data.count) bytes)"
    }

    /// What `dump` shows: name, media type and size, never the content.
    public var customMirror: Mirror { Mirror(self, children: ["file": description], displayStyle: .struct) }
}
