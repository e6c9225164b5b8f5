/// Splits large groups of endpoints by their paths, because stored properties can't be in several files.
struct GroupSplit {
    private static let endpointLimit = 60
    private static let smallest = 4

    private let types: TypePlanner

    init(_ types: TypePlanner) { self.types = types }

    /// Returns a large group with most of its endpoints moved to inner groups; a small group unchanged.
    func split(_ group: EndpointGroup) -> EndpointGroup {
        guard group.endpoints.count > Self.endpointLimit else { return group }
        var parts: [(key: String, endpoints: [EndpointDeclaration])] = []
        for endpoint in group.endpoints {
            let key = Self.key(of: endpoint.path)
            if let index = parts.firstIndex(where: { $0.key == key }) {
                parts[index].endpoints.append(endpoint)
            } else {
                parts.append((key, [endpoint]))
            }
        }
        var result = group
        let small = parts.filter { $0.key.isEmpty || $0.endpoints.count < Self.smallest }.flatMap(\.endpoints)
        result.endpoints = Array(small.prefix(Self.endpointLimit))
        var names = NameRegistry(Set(result.endpoints.map(\.name)))
        let large = parts.filter { !$0.key.isEmpty && $0.endpoints.count >= Self.smallest }
        for (key, endpoints) in large + [("more", Array(small.dropFirst(Self.endpointLimit)))] {
            for start in stride(from: 0, to: endpoints.count, by: Self.endpointLimit) {
                let slice = endpoints[start..<min(start + Self.endpointLimit, endpoints.count)]
                let name = names.unique(SwiftName.member(Words(key)))
                let typeName = types.names.unique(group.typeName.dropLast(9) + Words(name).typeName + "Endpoints")
                result.groups.append(
                    EndpointGroup(name: name, typeName: typeName, words: "", endpoints: Array(slice)))
            }
        }
        return result
    }

    /// Returns the second fixed segment of a path, such as `branches` in `/repos/{owner}/{repo}/branches`.
    private static func key(of path: String) -> String {
        let segments = path.split { $0 == "/" || $0 == "?" }.filter { !$0.contains("{") }
        return segments.count > 1 ? String(segments[1]) : ""
    }
}
