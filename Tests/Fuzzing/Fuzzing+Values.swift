import Foundation

// Values of a program that are written: the other side must read the same values.
extension Fuzzing {
    /// Text, in some of the shapes that a form can hold.
    private struct Texts: Codable, Equatable {
        struct Inner: Codable, Equatable { var innerText: String }

        var firstText: String
        var listOfTexts: [String]
        var inner: Inner
        var isTrue: Bool
    }

    /// Makes the coding that a byte chooses.
    private static func coding(_ byte: UInt8) -> Coding {
        Coding(
            keys: byte & 1 == 0 ? .verbatim : .snakeCase, arrays: byte & 2 == 0 ? .repeated : .brackets,
            nesting: byte & 4 == 0 ? .brackets : .dots, booleans: byte & 8 == 0 ? .literal : .numeric,
            spacesAsPlus: byte & 16 != 0)
    }

    private static func texts(of input: Data) -> (Coding, Texts) {
        let parts = input.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let list = Array(parts.dropFirst())
        let value = Texts(
            firstText: parts.first ?? "", listOfTexts: list, inner: .init(innerText: parts.last ?? ""),
            isTrue: list.count.isMultiple(of: 2))
        return (coding(input.first ?? 0), value)
    }

    /// Writes a value with a coding, and checks that reading it gives the same value.
    private static func write(_ input: Data, as format: BodyFormat) {
        let (coding, value) = texts(of: input)
        var header = HeaderFields()
        let body = try? BodyProvider.encoded(value, as: format).body(addingTo: &header, coding: coding)
        guard case .data(let data)? = body else { return }
        let head = ResponseHead(status: .ok, header: header)
        guard let again = try? ResponseDecoder<Texts>.decoded(from: format).decode(head, data, coding: coding) else {
            // An empty list isn't written.
            return value.listOfTexts.isEmpty ? () : fail("not read again: \(value)", input)
        }
        if again != value { fail("changed: \(value), \(again)", input) }
    }

    @Sendable static func formValues(_ input: Data) { write(input, as: .form) }
    @Sendable static func multipartValues(_ input: Data) { write(input, as: .multipart) }

    /// Checks that interpolated values add no segment to a path, and can be read from it.
    @Sendable static func paths(_ input: Data) {
        let values = input.split(separator: 0, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard values.count == 2, let message = try? api.get(from: "/a/\(values[0])/b/\(values[1])").resolve() else {
            return
        }
        let segments = message.url.dropFirst("http://example.com".utf8.count).split(
            separator: "/", omittingEmptySubsequences: false)
        guard segments.count == 6 else { return fail("other segments: \(message.url)", input) }
        let read = [segments[3], segments[5]].map { String($0).removingPercentEncoding }
        if read != values { fail("changed: \(read)", input) }
    }

    /// Checks that a shell passes the words of a cURL command on as they were meant.
    @Sendable static func shell(_ input: Data) {
        let value = String(decoding: input, as: UTF8.self)
        let request = api.get(from: "/a/\(value)").adding(headerField: "X-Text", value)
        guard let message = try? request.resolve() else { return }
        let script = "curl() { printf '%s\\n--\\n' \"$@\"; }; " + message.cURL(revealingSecrets: true)
        guard let pipe = popen("LC_ALL=C exec sh -c '\(script.replacing("'", with: "'\\''"))'", "r") else { return }
        defer { pclose(pipe) }
        var output = Data()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
        let words = String(decoding: output, as: UTF8.self).components(separatedBy: "\n--\n")
        let field = message.header["X-Text"] ?? ""
        let isPassed = words.contains(message.url) && words.contains(field.isEmpty ? "X-Text;" : "X-Text: \(field)")
        if !isPassed { fail("words: \(words)", input) }
    }
}
