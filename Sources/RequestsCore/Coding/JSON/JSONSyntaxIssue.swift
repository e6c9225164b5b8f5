import Foundation

/// The first syntax issue of a JSON text with its position (RFC 8259), which Foundation does not report.
enum JSONSyntaxIssue: Equatable {
    /// The text is JSON.
    case none
    /// The encoding is not UTF-8, so the text is not checked.
    case unknown
    /// A description of the issue and its position.
    case found(String)

    /// Returns the first issue in a text.
    static func first(in data: Data) -> JSONSyntaxIssue {
        guard JSONValue.canParse(data) else { return .unknown }
        return data.withUnsafeBytes { bytes in
            var scan = JSONScan(bytes: bytes.bindMemory(to: UInt8.self), visitor: JSONCheck())
            do throws(JSONScanStop) {
                try scan.text()
            } catch {
                return .found(error.text(at: scan.position, of: data.count))
            }
            return String(utf8: data) == nil ? .found("it is not text in UTF-8") : .none
        }
    }
}

/// A visitor that only checks the syntax.
private struct JSONCheck: JSONVisitor {
    mutating func open(isObject: Bool) {}
    mutating func close() {}
    mutating func name(_ text: Bytes, hasEscapes: Bool) {}
    mutating func string(_ text: Bytes, hasEscapes: Bool) {}
    mutating func number(_ text: Bytes) {}
    mutating func word(_ text: StaticString) {}
}
