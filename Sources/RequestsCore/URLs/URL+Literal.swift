public import Foundation

extension URL {
    /// Makes a URL from a literal: `URL("https://api.example.com/v1")`.
    ///
    /// - Precondition: The literal is a URL. An invalid literal traps when the line first runs.
    public init(_ string: StaticString) {
        guard let url = URL(string: "\(string)") else {
            // The text is a literal in the program, never external data.
            preconditionFailure("\"\(string)\" is not a URL")
        }
        self = url
    }
}
