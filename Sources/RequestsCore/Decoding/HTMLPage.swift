import Foundation

/// Detection of an HTML or XML page instead of the expected body.
enum HTMLPage {
    /// Returns the start of an HTML or XML page.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - isHTML: Indicates whether to detect only HTML, not XML.
    /// - Returns: The start in quotes on one line, truncated after 64 characters; `nil` if the body is not a page.
    static func start(of data: Data, isHTML: Bool) -> String? {
        var start = data.prefix(1_024)
        if start.hasByteOrderMark { start = start.dropFirst(3) }
        start = start.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
        guard start.first == UInt8(ascii: "<"), !isHTML || isStartOfHTML(start) else { return nil }
        return String(decoding: start.prefix(512), as: UTF8.self).escapedForDisplay
    }

    private static func isStartOfHTML(_ start: Data) -> Bool {
        let text = String(decoding: start.prefix(32), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains { text.hasPrefix($0) }
    }
}
