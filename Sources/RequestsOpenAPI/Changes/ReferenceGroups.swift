/// Groups of nodes that refer to each other in cycles, each before the groups to which it refers.
///
/// This is Kosaraju's algorithm without recursion, which takes linear time in the number of references.
struct ReferenceGroups {
    /// The group of each node.
    private(set) var group: [Int]
    /// The nodes of each group.
    private(set) var members: [[Int]] = []

    init(_ uses: [[Int]]) {
        var usedBy = [[Int]](repeating: [], count: uses.count)
        for (user, used) in uses.enumerated() { for place in used { usedBy[place].append(user) } }
        group = Array(repeating: -1, count: uses.count)
        for place in Self.finished(uses).reversed() where group[place] < 0 {
            var found = [place]
            group[place] = members.count
            var next = 0
            while next < found.count {
                for user in usedBy[found[next]] where group[user] < 0 {
                    group[user] = members.count
                    found.append(user)
                }
                next += 1
            }
            members.append(found)
        }
    }

    /// Returns the nodes in the order in which a depth-first search finishes them.
    private static func finished(_ uses: [[Int]]) -> [Int] {
        var seen = [Bool](repeating: false, count: uses.count)
        var order: [Int] = []
        for start in uses.indices where !seen[start] {
            seen[start] = true
            var path = [(place: start, next: 0)]
            while let (place, next) = path.last {
                if next < uses[place].count {
                    path[path.count - 1].next += 1
                    let used = uses[place][next]
                    if !seen[used] {
                        seen[used] = true
                        path.append((used, 0))
                    }
                } else {
                    order.append(place)
                    path.removeLast()
                }
            }
        }
        return order
    }
}
