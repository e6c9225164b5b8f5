import Foundation

/// The colours of the page, from the terminal's own palette, so that they suit dark and light terminals.
enum Ink: String {
    case plain = ""
    case faint = "2"
    case strong = "1"
    case keyword = "35"
    case literal = "36"
    case good = "32"
    case bad = "1;31"

    /// Indicates whether standard output is a terminal with colours, and the user hasn't disabled them
    /// (https://no-color.org).
    static let isOn: Bool = {
        let environment = ProcessInfo.processInfo.environment
        if environment["NO_COLOR"].map({ !$0.isEmpty }) == true { return false }
        return environment["TERM", default: "dumb"] != "dumb" && isatty(1) == 1
    }()

    /// Returns the text in this colour.
    func callAsFunction(_ text: some StringProtocol) -> String {
        guard Self.isOn, self != .plain, !text.isEmpty else { return String(text) }
        return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
