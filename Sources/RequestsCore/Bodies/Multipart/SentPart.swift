import Foundation

/// A part of a form as it is sent.
struct SentPart: Sendable {
    let name: String
    let fileName: String?

    /// All fields, including Content-Disposition.
    let header: HeaderFields
    let body: RequestBody

    /// Returns the options with which curl sends the same form; `nil` if curl can't.
    static func curlWords(for parts: [SentPart]) -> [String]? {
        var words: [String] = []
        for part in parts {
            guard let added = part.curlWords else { return nil }
            words += added
        }
        return words
    }

    /// The option for the part; `nil` if curl would write the part differently.
    private var curlWords: [String]? {
        // curl reads the name up to the first `=`.
        guard !name.isEmpty, !name.contains("="),
            header[.contentDisposition] == MultipartName.disposition(name, fileName: fileName)
        else { return nil }
        var options = fileName.map { ";filename=\(Self.quoted($0))" } ?? ""
        for field in header where field.name != .contentDisposition {
            if field.name == .contentType {
                guard !field.value.contains(where: { "\"\\,".contains($0) }) else { return nil }
                options += ";type=\(field.value)"
            } else {
                options += ";headers=\(Self.quoted("\(field.name): \(field.value)"))"
            }
        }
        let text: String
        switch body {
        case .none: text = ""
        case .data(let data):
            guard let content = String(utf8: data), !content.utf8.contains(0) else { return nil }
            text = content
        case .file(let file):
            // curl sends a file name only with `@`, and then always adds a media type.
            guard fileName == nil || header.contains(.contentType) else { return nil }
            let path = Self.quoted(file.path)
            return ["-F", ShellQuoting.quoted("\(name)=\(fileName == nil ? "<" : "@")\(path)\(options)")]
        case .stream, .chunks: return nil
        }
        if options.isEmpty { return ["--form-string", ShellQuoting.quoted("\(name)=\(text)")] }
        return ["-F", ShellQuoting.quoted("\(name)=\(Self.quoted(text))\(options)")]
    }

    /// Returns a string in quotes; between quotes, curl reads backslashes as escapes.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
