/// Assigns types to the files of the tags that reach them.
struct TypeOrder {
    struct Family {
        let name: String
        var members: [TypeDeclaration]
    }

    struct Bucket {
        let folder: String
        let name: String
        var families: [Family] = []
    }

    private(set) var buckets: [Bucket] = []

    init(_ types: TypePlanner, _ groups: [EndpointGroup], failure: String?) {
        var owners: [String: Set<Int>] = [:]
        for (index, group) in groups.enumerated() {
            for name in Self.reached(from: group.allEndpoints.flatMap(\.typeNames), types) {
                owners[types.declarations[name]?.family ?? name, default: []].insert(index)
            }
        }
        if let failure {
            for name in Self.reached(from: [failure], types) { owners[name, default: []].insert(-1) }
        }
        var families: [Family] = []
        var positions: [String: Int] = [:]
        for declaration in types.order.compactMap({ types.declarations[$0] }) {
            if let position = positions[declaration.family] {
                families[position].members.append(declaration)
            } else {
                positions[declaration.family] = families.count
                families.append(Family(name: declaration.family, members: [declaration]))
            }
        }
        var indices: [String: Int] = [:]
        for var family in families.sorted(by: { $0.name < $1.name }) {
            let owner = owners[family.name].flatMap { $0.count == 1 ? $0.first : nil }
            let group = owner.flatMap { groups.indices.contains($0) ? groups[$0].typeName.dropLast(9) : nil }
            let isInput = family.name.hasSuffix("Input") && owner != nil
            // The type that gave the family its name comes first.
            family.members.sort { ($0.name == family.name ? 0 : 1) < ($1.name == family.name ? 0 : 1) }
            let name = (group.map(String.init) ?? "Shared") + (isInput ? "Inputs" : "Types")
            let folder = isInput ? "Inputs" : "Types"
            if indices[name] == nil {
                indices[name] = buckets.count
                buckets.append(Bucket(folder: folder, name: name))
            }
            if let index = indices[name] { buckets[index].families.append(family) }
        }
        buckets.sort { $0.folder + $0.name < $1.folder + $1.name }
    }

    /// Returns some types, and all types that they contain.
    private static func reached(from names: [String], _ types: TypePlanner) -> Set<String> {
        var seen: Set<String> = []
        var next = names
        while let name = next.popLast() {
            if types.declarations[name] != nil, seen.insert(name).inserted {
                next += types.declarations[name]?.names ?? []
            }
        }
        return seen
    }
}
