import Foundation

/// A Swift file, with the types that it declares and those that its code names.
struct SourceFile: Sendable {
    /// The path in the folder of its module.
    let path: String
    /// The types that are declared outside of other types, and aren't private.
    private(set) var declared: Set<String> = []
    /// The names that begin with a capital letter, and the line of the first use of each.
    private(set) var named: [String: Int] = [:]

    /// Reads the names of a file.
    init(path: String, text: String) {
        self.path = path
        var scanner = SwiftScanner(text)
        var (isDeclaration, isPrivate) = (false, false)
        while let token = scanner.next() {
            // No other file can name a private type.
            if isDeclaration, !isPrivate, scanner.depth == 0 { declared.insert(token.text) }
            isDeclaration = Self.keywords.contains(token.text)
            if !isDeclaration, token.text != "final" { isPrivate = token.text.hasSuffix("private") }
            guard let first = token.text.utf8.first, 0x41...0x5A ~= first else { continue }
            if named[token.text] == nil { named[token.text] = token.line }
        }
    }

    private static let keywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    /// The module's top-level folder that contains the file; `.` if the file is directly in the module's folder.
    var folder: String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : "."
    }

    /// Returns the files of a module in the folder `Sources`, without the files of tutorials.
    static func all(of module: String) throws -> [SourceFile] {
        let folder = Checkout.root.appending(path: "Sources/\(module)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
        return try paths.sorted().map { path in
            SourceFile(path: path, text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
        }
    }
}

/// The folder that contains the package.
enum Checkout {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
