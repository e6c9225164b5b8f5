import Foundation
import Requests

/// The spaces or tabs by which a package indents its code.
struct Indentation {
    private let unit: String

    /// Reads the configuration of swift-format in a folder, or in the nearest folder above it; without one, uses 4
    /// spaces.
    init(of folder: URL) {
        var folder = folder.standardizedFileURL
        var found: JSONValue?
        while found == nil, folder.pathComponents.count > 1 {
            let data = try? Data(contentsOf: folder.appending(path: ".swift-format"))
            found = data.flatMap { try? JSONValue(parsing: $0) }
            folder.deleteLastPathComponent()
        }
        let indentation = found?["indentation"]
        let tabs = indentation?["tabs"]?.integer
        // Two spaces are the default of swift-format.
        let count = tabs ?? indentation?["spaces"]?.integer ?? (found == nil ? 4 : 2)
        unit = (1...8).contains(count) ? String(repeating: tabs == nil ? " " : "\t", count: count) : "    "
    }

    /// Returns code with this indentation in place of each four spaces.
    func applied(to text: String) -> String {
        if unit == "    " { return text }
        return text.components(separatedBy: "\n").map { line in
            let columns = line.prefix { $0 == " " }.count
            return String(repeating: unit, count: columns / 4) + line.dropFirst(columns)
        }
        .joined(separator: "\n")
    }
}
