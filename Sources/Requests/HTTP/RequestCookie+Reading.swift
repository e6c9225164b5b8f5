import Foundation

extension RequestCookie {
    /// Returns the names and values of the cookies in the Cookie fields of a request (RFC 6265, section 4.2.1).
    package static func values(in lines: [String]) -> [(name: String, value: String)] {
        lines.flatMap { line in
            line.split(separator: ";").compactMap { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { return nil }
                return (
                    parts[0].trimmingCharacters(in: .whitespaces), parts[1].trimmingCharacters(in: .whitespaces)
                )
            }
        }
    }
}
