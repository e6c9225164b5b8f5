import Foundation

/// A module's floors: a file may use its own folder, and the floors below it.
struct Floors: Sendable {
    /// The folders, the lowest first; `.` is the root of the module.
    let folders: [String]

    /// Reads a module's floors from the architecture page: the table below the heading with the module's name.
    static func ofPage(_ module: String) throws -> Floors {
        let page = Checkout.root.appending(path: "Sources/Requests/Requests.docc/Architecture.md")
        let sections = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n### ")
        return Floors(map: sections.first { $0.hasPrefix("`\(module)`\n") } ?? "")
    }

    init(folders: [String]) { self.folders = folders }

    /// Reads the floors from a table.
    ///
    /// Each row begins with a number and a folder, and the highest floor comes first.
    init(map: String) {
        folders = map.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, Int(cells[0]) != nil else { return nil }
            return cells[1].trimmingCharacters(in: ["`"])
        }
        .reversed()
    }

    private func floor(of folder: String) -> Int? { folders.firstIndex(of: folder).map { $0 + 1 } }

    /// Returns the references of files to higher floors, and the folders that are on no floor.
    func faults(in files: [SourceFile]) -> [String] {
        let owners = Owners(files)
        let unknown = Set(files.map(\.folder)).filter { floor(of: $0) == nil }
        let references = files.flatMap { file -> [String] in
            guard let own = floor(of: file.folder) else { return [] }
            return owners.references(of: file).compactMap { type, line, owner in
                guard let other = floor(of: owner.folder), other > own else { return nil }
                return "\(file.path):\(line) (floor \(own)) names \(type) of \(owner.path) (floor \(other))"
            }
        }
        return unknown.sorted().map { "the folder \($0) is on no floor" } + references.sorted()
    }
}

/// The files that declare types, by the names of the types.
struct Owners {
    private var owners: [String: SourceFile] = [:]

    /// Reads the files, and ignores each name that two files declare.
    init(_ files: [SourceFile]) {
        var shared: Set<String> = []
        for file in files {
            for type in file.declared where owners.updateValue(file, forKey: type) != nil { shared.insert(type) }
        }
        for type in shared { owners[type] = nil }
    }

    /// Returns the types that a file names and that other files declare.
    func references(of file: SourceFile) -> [(type: String, line: Int, owner: SourceFile)] {
        file.named.compactMap { type, line in
            guard let owner = owners[type], owner.path != file.path else { return nil }
            return (type, line, owner)
        }
    }

    /// Returns the groups of files that use each other, directly or indirectly; the largest group comes first.
    static func rings(of files: [SourceFile]) -> [[String]] {
        let owners = Owners(files)
        let uses = Dictionary(
            uniqueKeysWithValues: files.map { ($0.path, Set(owners.references(of: $0).map(\.owner.path))) })
        let reached = uses.keys.reduce(into: [:]) { $0[$1] = reach(from: $1, by: uses) }
        var rings: [[String]] = []
        var rest = Set(uses.keys)
        while let path = rest.popFirst() {
            let others = (reached[path] ?? []).filter { $0 != path && reached[$0]?.contains(path) == true }
            rest.subtract(others)
            if !others.isEmpty { rings.append((others + [path]).sorted()) }
        }
        return rings.sorted { $0.count > $1.count }
    }

    private static func reach(from start: String, by uses: [String: Set<String>]) -> Set<String> {
        var reached: Set<String> = []
        var next = [start]
        while let path = next.popLast() {
            for other in uses[path] ?? [] where reached.insert(other).inserted { next.append(other) }
        }
        return reached
    }
}
