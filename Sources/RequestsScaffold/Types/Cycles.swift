/// Finds types that contain themselves, because a Swift struct can't contain itself.
enum Cycles {
    /// Makes enums in cycles indirect, and stores the properties that close other cycles by reference.
    ///
    /// - Returns: Whether any property is stored by reference.
    static func broken(in planner: TypePlanner) -> Bool {
        for name in planner.order where isEnum(planner, name) && reaches(name, from: name, planner) {
            planner.update(name) { $0.isIndirect = true }
        }
        var isUsed = false
        var finished: Set<String> = []
        for name in planner.order where !finished.contains(name) {
            if visit(name, planner, &finished) { isUsed = true }
        }
        return isUsed
    }

    private static func isEnum(_ planner: TypePlanner, _ name: String) -> Bool {
        if case .alternatives? = planner.declarations[name]?.form { true } else { false }
    }

    /// Returns the types that values of a type contain directly.
    private static func direct(_ name: String, _ planner: TypePlanner) -> [String] {
        guard let declaration = planner.declarations[name], !declaration.isIndirect else { return [] }
        switch declaration.form {
        case .object(let properties): return properties.compactMap(\.type.directName)
        case .alternatives(let alternatives, _): return alternatives.compactMap(\.type.directName)
        case .closed, .open, .statuses: return []
        }
    }

    private static func reaches(_ target: String, from start: String, _ planner: TypePlanner) -> Bool {
        var seen: Set<String> = []
        var next = direct(start, planner)
        while let name = next.popLast() {
            if name == target { return true }
            if seen.insert(name).inserted { next += direct(name, planner) }
        }
        return false
    }

    /// Visits the types that a type contains, depth first, and stores each property whose type is being visited by
    /// reference.
    private static func visit(_ start: String, _ planner: TypePlanner, _ finished: inout Set<String>) -> Bool {
        var path: [(name: String, rest: [String])] = [(start, direct(start, planner))]
        var open: Set<String> = [start]
        var isUsed = false
        while let last = path.indices.last {
            guard let next = path[last].rest.popLast() else {
                open.remove(path[last].name)
                finished.insert(path[last].name)
                path.removeLast()
                continue
            }
            if open.contains(next) {
                isUsed = true
                planner.update(path[last].name) { close($0.name, next, &$0) }
            } else if !finished.contains(next), planner.declarations[next] != nil {
                open.insert(next)
                path.append((next, direct(next, planner)))
            }
        }
        return isUsed
    }

    private static func close(_ owner: String, _ target: String, _ declaration: inout TypeDeclaration) {
        guard case .object(var properties) = declaration.form else { return declaration.isIndirect = true }
        for index in properties.indices where properties[index].type.directName == target {
            properties[index].type = properties[index].type.closed
        }
        declaration.form = .object(properties)
    }
}
