import Foundation

/// Bodies as descriptions give them: by their size.
enum BodyText {
    static func size(_ bytes: Int) -> String {
        bytes == 1 ? "1 byte" : "\(bytes) bytes"
    }
}

extension BodyText {
    /// How an HTML or XML page starts.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - isHTML: Whether a page of XML is none.
    /// - Returns: The start in quotes on one line, cut after 64 characters; `nil` for a body that is none.
    static func startOfPage(_ data: Data, isHTML: Bool) -> String? {
        var start = data.prefix(1_024)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        start = start.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
        guard start.first == UInt8(ascii: "<"), !isHTML || isStartOfHTML(start) else { return nil }
        return String(decoding: start.prefix(512), as: UTF8.self).escapedForDisplay
    }

    private static func isStartOfHTML(_ start: Data) -> Bool {
        let text = String(decoding: start.prefix(32), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains { text.hasPrefix($0) }
    }
}
