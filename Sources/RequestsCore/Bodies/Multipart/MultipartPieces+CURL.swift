import Foundation

extension MultipartPieces {
    /// Returns the options with which curl sends the same form; `nil` if it can't.
    static func curlWords(for pieces: [Piece]) -> [String]? {
        var bytes: [UInt8] = []
        var files: [String: URL] = [:]
        for piece in pieces {
            switch piece {
            case .bytes(let data): bytes += data
            case .source(let source):
                guard case .file(let url) = source.body else { return nil }
                // A placeholder for the content of the file.
                let mark = UUID().uuidString
                files[mark] = url
                bytes += mark.utf8
            }
        }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let type = MediaType.multipartForm.with(parameter: "boundary", String(line.dropFirst(2)))
        guard let parts = try? MultipartReader(bytes, contentType: type).parts() else { return nil }
        var words: [String] = []
        for part in parts {
            guard let text = String(utf8: bytes[part.content]),
                let added = part.curlWords(text, file: files[text])
            else { return nil }
            words += added
        }
        return words
    }
}

extension ReceivedPart {
    /// Returns the option for a part; `nil` if curl would write the part differently.
    fileprivate func curlWords(_ text: String, file: URL?) -> [String]? {
        // curl reads the name up to the first `=`.
        guard !name.isEmpty, !name.contains("="), !text.utf8.contains(0), hasUsualDisposition else { return nil }
        var options = fileName.map { ";filename=\(Self.quoted($0))" } ?? ""
        for field in header where field.name != .contentDisposition {
            if field.name == .contentType {
                guard !field.value.contains(where: { "\"\\,".contains($0) }) else { return nil }
                options += ";type=\(field.value)"
            } else {
                options += ";headers=\(Self.quoted("\(field.name): \(field.value)"))"
            }
        }
        if let file {
            // curl sends a file name only with `@`, and then always adds a media type.
            guard fileName == nil || header.contains(.contentType) else { return nil }
            let path = Self.quoted(file.path)
            return ["-F", ShellQuoting.quoted("\(name)=\(fileName == nil ? "<" : "@")\(path)\(options)")]
        }
        if options.isEmpty { return ["--form-string", ShellQuoting.quoted("\(name)=\(text)")] }
        return ["-F", ShellQuoting.quoted("\(name)=\(Self.quoted(text))\(options)")]
    }

    /// Indicates whether Content-Disposition is exactly what this library writes.
    private var hasUsualDisposition: Bool {
        let file = fileName.map { "; filename=\"\(MultipartName.escaped($0))\"" } ?? ""
        return header[.contentDisposition] == "form-data; name=\"\(MultipartName.escaped(name))\"\(file)"
    }

    /// Returns a string in quotes, between which curl reads backslashes as escapes.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
