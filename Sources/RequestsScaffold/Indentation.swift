import Foundation
import Requests

/// The number of spaces by which a package indents its code.
struct Indentation {
    let spaces: Int

    /// Reads the configuration of swift-format in a folder, or in the nearest one above it; 4 without one.
    init(of folder: URL) {
        var folder = folder.standardizedFileURL
        var found: Int?
        while found == nil, folder.pathComponents.count > 1 {
            if let data = try? Data(contentsOf: folder.appending(path: ".swift-format")),
                let configuration = try? JSONValue(parsing: data)
            {
                // This is the default of swift-format.
                found = configuration["indentation"]?["spaces"]?.integer ?? 2
            }
            folder.deleteLastPathComponent()
        }
        spaces = found.map { (1...8).contains($0) ? $0 : 4 } ?? 4
    }

    /// Returns code that is indented by four spaces with this indentation.
    func applied(to text: String) -> String {
        if spaces == 4 { return text }
        return text.components(separatedBy: "\n").map { line in
            let columns = line.prefix { $0 == " " }.count
            return String(repeating: " ", count: columns / 4 * spaces) + line.dropFirst(columns)
        }
        .joined(separator: "\n")
    }
}
