public import Foundation
public import Requests

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
/// In a multipart form (``RequestsCore/BodyFormat/multipart``), the file is a part that contains the bytes unchanged.
/// Other formats encode the properties; JSON contains `data` in base64, for example.
///
/// The bytes are in memory. To send a file from the disk, use ``/Requests/Part/init(_:file:fileName:contentType:)``.
public struct FileValue: FormFile, Hashable {
    /// The bytes.
    public var data: Data

    /// The name; `nil` for a file without a name.
    ///
    /// A received name is chosen by the sender. Don't use it as a path.
    public var fileName: String?

    /// The media type.
    ///
    /// A part that was received without a media type is `text/plain` (RFC 7578, section 4.4).
    public var contentType: MediaType

    /// Makes a file from bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - fileName: The name. Many servers accept a part as a file only if it has a name.
    ///   - contentType: The media type. By default, it is guessed from the name's extension; if the extension is
    ///     unknown, it is `application/octet-stream`.
    public init(_ data: Data, fileName: String? = nil, contentType: MediaType? = nil) {
        self.data = data
        self.fileName = fileName
        self.contentType = contentType ?? fileName.flatMap(Self.type) ?? .octetStream
    }

    /// Reads a file from the disk.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - fileName: The file name to send. By default, it is the last component of the URL.
    ///   - contentType: The media type. By default, it is guessed from the name's extension; if the extension is
    ///     unknown, it is `application/octet-stream`.
    /// - Throws: Foundation's error if the file can't be read.
    public init(contentsOf url: URL, fileName: String? = nil, contentType: MediaType? = nil) throws {
        self.init(try Data(contentsOf: url), fileName: fileName ?? url.lastPathComponent, contentType: contentType)
    }

    private static func type(ofFileNamed name: String) -> MediaType? {
        name.split(separator: ".").dropFirst().last.flatMap { MediaType(filenameExtension: String($0)) }
    }
}

extension FileValue {
    /// Makes a file from a string in UTF-8, such as serialized JSON or XML.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - fileName: The name.
    ///   - contentType: The media type. By default, it is plain text.
    /// - Returns: The file.
    public static func text(
        _ text: String, fileName: String? = nil, contentType: MediaType = "text/plain; charset=utf-8"
    ) -> FileValue {
        FileValue(Data(text.utf8), fileName: fileName, contentType: contentType)
    }

    /// Makes a file from a value in a format, such as JSON or XML.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format.
    ///   - fileName: The name.
    ///   - coding: The styles for writing the value. Pass your API's coding.
    /// - Returns: The file.
    /// - Throws: The error of the format.
    public static func encoded(
        _ value: some Encodable, as format: BodyFormat, fileName: String? = nil, coding: Coding = .standard
    ) throws -> FileValue {
        let content = try format.content(from: value, coding: coding)
        return FileValue(content.data, fileName: fileName, contentType: content.type)
    }
}

extension FileValue: Codable {
    private enum CodingKeys: String, CodingKey { case fileName, contentType, data }

    /// Reads a file from a part of a multipart form; in other formats, from its properties.
    ///
    /// - Throws: The error of the decoder.
    public init(from decoder: any Decoder) throws {
        if let file = try KeyValueDecoder.file(FileValue.self, in: decoder) {
            self = file
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Data.self, forKey: .data),
            fileName: try container.decodeIfPresent(String.self, forKey: .fileName),
            contentType: try container.decodeIfPresent(MediaType.self, forKey: .contentType))
    }

    /// Writes a file as a part of a multipart form; in other formats, as its properties.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if (encoder as? Outline)?.keep(file: self) == true { return }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(fileName, forKey: .fileName)
        try container.encode(contentType, forKey: .contentType)
        try container.encode(data, forKey: .data)
    }
}

extension FileValue: RedactedDescription {
    /// The name, the media type and the size, but never the content.
    public var description: String {
        "file \(fileName.map { "\($0.escapedForDisplay) " } ?? "")(\(contentType), \(data.count) bytes)"
    }
}
