import Requests

/// The changes that a comparison found, each in its operation or pair of components.
struct ChangeCollector {
    /// A node with changes: an operation, or a pair of components.
    private struct Node {
        let operation: String?
        var changes: [OpenAPI.Change] = []
        /// The nodes to which this node refers.
        var uses: [Int] = []
    }

    private struct Key: Hashable {
        let rule: String
        let location: String
        let old: JSONValue?
        let new: JSONValue?
        /// The operation, if the change concerns the whole operation.
        let node: Int?
    }

    private var nodes: [Node] = []

    /// Adds a node, and returns its index.
    mutating func open(operation: String? = nil) -> Int {
        nodes.append(Node(operation: operation))
        return nodes.count - 1
    }

    /// Notes that one node refers to another.
    mutating func link(_ user: Int, to used: Int) {
        if user != used, nodes[user].uses.last != used { nodes[user].uses.append(used) }
    }

    mutating func add(_ rule: ChangeRule, _ location: String, _ old: JSONValue?, _ new: JSONValue?, in node: Int) {
        nodes[node].changes.append(
            OpenAPI.Change(
                rule: rule.id, verdict: rule.verdict, operations: [], location: location, old: old, new: new,
                reason: rule.reason))
    }

    /// Returns each change once, with the operations that it affects.
    func changes() -> [OpenAPI.Change] {
        guard nodes.contains(where: { !$0.changes.isEmpty }) else { return [] }
        let usersOfNodes = users()
        let names: [String] = nodes.compactMap(\.operation)
        var result: [OpenAPI.Change] = []
        var users: [[UInt64]] = []
        var positions: [Key: Int] = [:]
        for (index, operations) in usersOfNodes.enumerated() {
            for change in nodes[index].changes {
                let key = Key(
                    rule: change.rule, location: change.location, old: change.old, new: change.new,
                    node: change.location.isEmpty ? index : nil)
                if let position = positions[key] {
                    for word in operations.indices { users[position][word] |= operations[word] }
                } else {
                    positions[key] = result.count
                    result.append(change)
                    users.append(operations)
                }
            }
        }
        // Many changes affect the same operations: for example, all changes in the same component.
        var lists: [[UInt64]: [String]] = [:]
        for index in result.indices {
            let bits = users[index]
            let list: [String]
            if let known = lists[bits] {
                list = known
            } else {
                list = names.indices.filter { bits[$0 / 64] & 1 << UInt64($0 % 64) != 0 }.map { names[$0] }
                lists[bits] = list
            }
            result[index].operations = list
        }
        return result
    }

    /// Returns the operations that refer to each node, directly or indirectly, as sets of bits.
    private func users() -> [[UInt64]] {
        let operations = nodes.indices.filter { nodes[$0].operation != nil }
        let groups = ReferenceGroups(nodes.map(\.uses))
        let empty = [UInt64](repeating: 0, count: (operations.count + 63) / 64)
        var users = [[UInt64]](repeating: empty, count: groups.members.count)
        for (number, node) in operations.enumerated() {
            users[groups.group[node]][number / 64] |= 1 << UInt64(number % 64)
        }
        // A group precedes the groups to which it refers.
        for (index, members) in groups.members.enumerated() {
            for used in members.flatMap({ nodes[$0].uses }).map({ groups.group[$0] }) where used != index {
                for word in empty.indices { users[used][word] |= users[index][word] }
            }
        }
        return groups.group.map { users[$0] }
    }
}
