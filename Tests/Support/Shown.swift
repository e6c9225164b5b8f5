import Foundation

/// The texts that a value shows in a log, a debugger, a crash report or an alert.
package enum Shown {
    /// Returns every text that Swift and Foundation derive from a value: its descriptions, its dump, those of all parts
    /// of its mirror, and those of an error's bridged form.
    package static func texts(of value: Any) -> String {
        var text = "\(value)\n"
        append(value, to: &text, depth: 0)
        return text
    }

    private static func append(_ value: Any, to text: inout String, depth: Int) {
        text += String(describing: value) + "\n" + String(reflecting: value) + "\n"
        if depth == 0 { dump(value, to: &text) }
        if let error = value as? any Error { append(error, to: &text) }
        guard depth < 6 else { return }
        for child in Mirror(reflecting: value).children {
            text += (child.label ?? "") + "\n"
            append(child.value, to: &text, depth: depth + 1)
        }
    }

    private static func append(_ error: any Error, to text: inout String) {
        let bridged = error as NSError
        let localized = error as? any LocalizedError
        text += [
            error.localizedDescription, bridged.description, bridged.debugDescription, "\(bridged.userInfo)",
            bridged.localizedDescription, localized?.errorDescription ?? "", localized?.failureReason ?? "",
            localized?.recoverySuggestion ?? "", localized?.helpAnchor ?? "",
        ].joined(separator: "\n")
    }
}

extension String {
    /// Indicates whether the text has a control character other than tab and newline.
    package var hasRawControls: Bool {
        unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" && $0 != "\n" || $0.value == 0x7F }
    }
}
