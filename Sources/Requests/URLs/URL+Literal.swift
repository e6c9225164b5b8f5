public import Foundation

extension URL {
    /// Makes a URL from a literal: `URL("https://api.example.com/v1")`.
    ///
    /// - Precondition: The literal is a URL. It is part of the source code, so a mistake shows the first time that the line runs.
    public init(_ string: StaticString) {
        guard let url = URL(string: "\(string)") else {
            // The text is a literal of the program: nothing from outside gets here.
            preconditionFailure("\"\(string)\" is not a URL")
        }
        self = url
    }
}
