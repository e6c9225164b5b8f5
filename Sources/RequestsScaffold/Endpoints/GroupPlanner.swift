import Requests

/// Sorts operations into groups, one for each tag.
struct GroupPlanner {
    private let planner: EndpointPlanner
    private var names: NameRegistry
    private var positions: [String: Int] = [:]
    private(set) var groups: [EndpointGroup] = []
    private var endpointNames: [NameRegistry] = []
    private let tagWords: [String: String]

    init(_ planner: EndpointPlanner, taken: Set<String>) {
        self.planner = planner
        names = NameRegistry(taken)
        let tags = planner.document.content["tags"]?.array ?? []
        tagWords = Dictionary(
            tags.compactMap { tag in tag["name"]?.string.map { ($0, tag["description"]?.string ?? "") } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The names of an API's members, which no group can have.
    static let apiMembers: Set<String> = [
        "baseURL", "coding", "credentials", "customMirror", "delete", "envelope", "failureDecoder", "get", "head",
        "options", "patch",
        "post", "put", "replacement", "request", "check",
    ]

    mutating func add(_ operation: Operation) {
        let segments = operation.path.split { $0 == "/" || $0 == "?" || $0 == ":" }
        let segment = segments.first { !$0.hasPrefix("{") && !Self.isVersion($0) }
        let tag = operation.tags.first ?? segment.map(String.init) ?? "root"
        let position = group(tag, of: operation)
        let words = operation.words.dropping(prefix: Words(tag))
        let name = SwiftName.member(words)
        do {
            let endpoint = try planner.endpoint(operation, named: endpointNames[position].unique(name))
            groups[position].endpoints.append(endpoint)
        } catch {
            groups[position].omissions.append("\(SwiftText.line(operation.name)), because \(error.reason)")
        }
    }

    /// Returns whether a segment of a path is the start of many paths, such as `v1`.
    private static func isVersion(_ segment: Substring) -> Bool {
        segment == "api" || segment.first == "v" && segment.dropFirst().first?.isNumber == true
    }

    private mutating func group(_ tag: String, of operation: Operation) -> Int {
        if let position = positions[tag] { return position }
        let name = names.unique(SwiftName.member(Words(tag)))
        let typeName = planner.types.names.unique(name.prefix(1).uppercased() + name.dropFirst() + "Endpoints")
        positions[tag] = groups.count
        endpointNames.append(NameRegistry())
        groups.append(EndpointGroup(name: name, typeName: typeName, words: tagWords[tag] ?? ""))
        return groups.count - 1
    }
}
