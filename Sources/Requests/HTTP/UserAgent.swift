import Foundation

/// The default value of User-Agent: the program that sends, and this library (RFC 9110, section 10.1.5).
enum UserAgent {
    /// The version of this library; the changelog names the same.
    static let libraryVersion = "1.0.0"

    /// The value for this process, such as `MyApp/2.1 Requests/1.0.0`.
    static let standard = text(
        names: [Bundle.main.information("CFBundleName"), ProcessInfo.processInfo.processName],
        version: Bundle.main.information("CFBundleShortVersionString")
    )

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - names: Names of the program; the first that has a character of a token counts.
    ///   - version: Its version.
    /// - Returns: The program with its version, then the library.
    static func text(names: [String?], version: String?) -> String {
        let library = "Requests/\(libraryVersion)"
        let names = names.compactMap { $0.map(token) }
        guard let name = names.first(where: { !$0.isEmpty }) else { return library }
        let version = version.map(token) ?? ""
        return version.isEmpty ? "\(name) \(library)" : "\(name)/\(version) \(library)"
    }

    /// A text as a token: a hyphen stands for other characters (RFC 9110, section 5.6.2).
    private static func token(of text: String) -> String {
        text.utf8.split { !ByteSet.token.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: "-")
    }
}

extension Bundle {
    fileprivate func information(_ key: String) -> String? { object(forInfoDictionaryKey: key) as? String }
}
