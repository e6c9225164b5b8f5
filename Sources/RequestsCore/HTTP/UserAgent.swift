import Foundation

/// The default value of User-Agent: the sending program and this library (RFC 9110, section 10.1.5).
enum UserAgent {
    /// The version of this library, the same as in the changelog.
    static let libraryVersion = "1.0.0"

    /// The value for this process, such as `MyApp/2.1 Requests/1.0.0`.
    static let standard = text(
        names: [Bundle.main.information("CFBundleName"), ProcessInfo.processInfo.processName],
        version: Bundle.main.information("CFBundleShortVersionString")
    )

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - names: The possible names of the program. The first one with a token character is used.
    ///   - version: The version of the program.
    /// - Returns: The program with its version, then the library.
    static func text(names: [String?], version: String?) -> String {
        let library = "Requests/\(libraryVersion)"
        let names = names.compactMap { $0.map(token) }
        guard let name = names.first(where: { !$0.isEmpty }) else { return library }
        let version = version.map(token) ?? ""
        return version.isEmpty ? "\(name) \(library)" : "\(name)/\(version) \(library)"
    }

    /// Returns the text as a token, with a hyphen in place of other characters (RFC 9110, section 5.6.2).
    private static func token(of text: String) -> String {
        text.utf8.split { !ByteSet.token.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: "-")
    }
}

extension Bundle {
    fileprivate func information(_ key: String) -> String? { object(forInfoDictionaryKey: key) as? String }
}
