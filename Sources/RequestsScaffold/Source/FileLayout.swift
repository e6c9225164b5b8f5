/// A file of scaffolded code.
package struct ScaffoldedFile: Equatable {
    /// The path below the target folder.
    package let path: String
    package let text: String
}

/// Sorts declarations into files.
struct FileLayout {
    private let apiName: String
    private var names: NameRegistry
    private(set) var files: [ScaffoldedFile] = []

    private static let lineLimit = 290
    /// The number of lines from which a type gets a separate file.
    private static let ownFileLength = 80

    /// - Parameters:
    ///   - apiName: The name of the API's type, which contains all other types.
    ///   - taken: The names of other files in the target.
    init(apiName: String, taken: Set<String> = []) {
        self.apiName = apiName
        names = NameRegistry(taken)
    }

    /// Adds a file with top-level code.
    mutating func add(_ name: String, in folder: String? = nil, _ lines: [String], header: [String] = []) {
        let imports = Self.imports(of: lines)
        let parts = [header, imports, lines].filter { !$0.isEmpty }
        let text = parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
        let path = (folder.map { $0 + "/" } ?? "") + names.unique(name) + ".swift"
        files.append(ScaffoldedFile(path: path, text: text))
    }

    /// Adds declarations inside the API's type: in one file, or in several files if the declarations are long.
    mutating func add(_ name: String, in folder: String, declarations: [[String]]) {
        var lines: [String] = []
        for declaration in declarations {
            if !lines.isEmpty, lines.count + declaration.count > Self.lineLimit {
                addExtension(name, folder, lines)
                lines = []
            }
            if !lines.isEmpty { lines.append("") }
            lines += declaration
        }
        if !lines.isEmpty { addExtension(name, folder, lines) }
    }

    /// Adds families of types: each large family in a separate file, and the small families together.
    mutating func add(_ name: String, in folder: String, families: [(name: String, declarations: [[String]])]) {
        var small: [[String]] = []
        for family in families {
            if family.declarations.reduce(0, { $0 + $1.count }) < Self.ownFileLength {
                small += family.declarations
            } else {
                add(family.name, in: folder, declarations: family.declarations)
            }
        }
        add(name, in: folder, declarations: small)
    }

    private mutating func addExtension(_ name: String, _ folder: String, _ lines: [String]) {
        add("\(apiName)+\(name)", in: folder, ["extension \(apiName) {"] + lines + ["}"])
    }

    private static let modules: [(name: String, types: [String])] = [
        ("Foundation", ["Date", "URL", "UUID", "Data"]),
        (
            "Requests",
            [
                "JSONValue", "Coding", "RequestProviding", "ServerSentEvent", "HTTPStatus", "Endpoint",
                "ElementStream",
            ]
        ),
        (
            "RequestsEndpoints",
            [
                "Endpoint", "ElementStream", "FileValue", "StreamElement", "StatusAlternatives",
                "PropertySchemaProviding", "QueryValue", "HeaderValue", "CookieValue", "BodyValue",
            ]
        ),
    ]

    private static func imports(of lines: [String]) -> [String] {
        var words: Set<Substring> = []
        for line in lines {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("//") { continue }
            words.formUnion(code.split { !($0.isLetter || $0.isNumber) })
        }
        return modules.filter { module in module.types.contains { words.contains($0[...]) } }.map {
            "import \($0.name)"
        }
    }
}
