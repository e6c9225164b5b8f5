import Requests

/// Compares two documents of an API.
struct DocumentComparison {
    let old: DocumentReferences
    let new: DocumentReferences
    /// Indicates whether only contradictions are reported, and parts that are missing in one document are ignored.
    let isLenient: Bool
    /// Indicates whether changes are only counted, to find the best matching alternative.
    private(set) var isTrial = false
    private let documents: (old: JSONValue.Object, new: JSONValue.Object)
    private(set) var collector = ChangeCollector()
    /// The node to which changes are added.
    private(set) var node: Int

    /// The references to two schemas that are compared.
    private struct Pair: Hashable {
        let old: String
        let new: String
        let direction: SchemaSite.Direction
        let isText: Bool
    }

    private var pairs: [Pair: Int] = [:]
    private var waiting: [(pair: Pair, node: Int)] = []

    init(old: JSONValue.Object, new: JSONValue.Object, isLenient: Bool) {
        documents = (old, new)
        self.old = DocumentReferences(old)
        self.new = DocumentReferences(new)
        self.isLenient = isLenient
        node = collector.open()
    }

    /// Returns all changes.
    mutating func changes() -> [OpenAPI.Change] {
        let (first, second) = documents
        compareAPI(first, second)
        comparePaths(first, second)
        compareWebhooks(first, second)
        finishComponents()
        compareUnused(first, second)
        return collector.changes()
    }

    /// Returns the changes found so far, including those in used components.
    mutating func changesOfComponents() -> [OpenAPI.Change] {
        finishComponents()
        return collector.changes()
    }

    // MARK: - Places

    /// Compares the parts of an operation, whose name is added to the changes.
    mutating func within(_ operation: String, _ compare: (inout DocumentComparison) -> Void) {
        let outer = node
        node = collector.open(operation: operation)
        compare(&self)
        node = outer
    }

    mutating func note(_ rule: String, _ location: String, old: JSONValue? = nil, new: JSONValue? = nil) {
        let rule = ChangeRule.named(rule)
        if isLenient, !rule.isDrift { return }
        collector.add(rule, location, old, new, in: node)
    }

    /// Returns the number of changes that a comparison finds, without recording them.
    func count(_ compare: (inout DocumentComparison) -> Void) -> Int {
        var trial = self
        trial.isTrial = true
        trial.collector = ChangeCollector()
        trial.node = trial.collector.open(operation: "")
        trial.pairs = [:]
        trial.waiting = []
        compare(&trial)
        return trial.changesOfComponents().count
    }

    // MARK: - Components

    /// Compares two components, once per direction.
    mutating func compareComponents(_ old: String, _ new: String, _ site: SchemaSite) {
        let pair = Pair(old: old, new: new, direction: site.direction, isText: site.isText)
        if let known = pairs[pair] { return collector.link(node, to: known) }
        let component = collector.open()
        pairs[pair] = component
        collector.link(node, to: component)
        waiting.append((pair, component))
    }

    /// Compares the used components one after the other, so that their number doesn't increase the recursion depth.
    private mutating func finishComponents() {
        let outer = node
        var next = 0
        while next < waiting.count {
            let (pair, component) = waiting[next]
            next += 1
            node = component
            let site = SchemaSite("schema \(Self.name(of: pair.new))", pair.direction, isText: pair.isText)
            switch (old.target(of: pair.old), new.target(of: pair.new)) {
            case (let first?, let second?): compareSchemas(first, second, site, isComponent: true)
            case (nil, nil) where pair.old == pair.new: break
            default: note("\(pair.direction)-reference-changed", site.location)
            }
        }
        waiting = []
        node = outer
    }

    private static func name(of pointer: String) -> String {
        let prefix = "#/components/schemas/"
        return pointer.hasPrefix(prefix) ? String(pointer.dropFirst(prefix.count)) : pointer
    }

    /// Notes the components that differ and weren't compared, except for those that only one document uses.
    private mutating func compareUnused(_ first: JSONValue.Object, _ second: JSONValue.Object) {
        let compared = old.used.union(new.used)
        let used = (old.usedComponents(), new.usedComponents())
        let (before, after) = (first["components"]?.object ?? [:], second["components"]?.object ?? [:])
        for kind in Self.union(before, after) where kind != "securitySchemes" {
            let (before, after) = (before[kind]?.object ?? [:], after[kind]?.object ?? [:])
            for name in after.differences(from: before) {
                let pointer = JSONPointer(["components", kind, name])
                if compared.contains(pointer) { continue }
                let rule: String? =
                    switch (used.0.contains(pointer), used.1.contains(pointer)) {
                    case (false, false): "unused-component-changed"
                    case (true, true) where ["examples", "links"].contains(kind): "component-words-changed"
                    case (true, true): "component-changed"
                    default: nil
                    }
                if let rule { note(rule, "components/\(kind)/\(name)") }
            }
        }
    }

    // MARK: - Members

    /// Returns the names of the members of two objects, in order.
    static func union(_ old: JSONValue.Object, _ new: JSONValue.Object) -> [String] {
        old.map(\.key) + new.filter { old[$0.key] == nil }.map(\.key)
    }

    /// Notes a change of descriptive members.
    mutating func compareWords(
        _ old: JSONValue.Object, _ new: JSONValue.Object, _ rule: String, _ location: String,
        names: [String] = ["summary", "description"]
    ) {
        for name in names where old[name] != new[name] {
            note(rule, location, old: old[name], new: new[name])
        }
    }

    /// Notes a change of the member `deprecated`.
    mutating func compareDeprecation(
        _ old: JSONValue.Object, _ new: JSONValue.Object, _ location: String, deprecated: String, restored: String
    ) {
        let isDeprecated = (old["deprecated"] == true, new["deprecated"] == true)
        if isDeprecated == (false, true) { note(deprecated, location) }
        if isDeprecated == (true, false) { note(restored, location) }
    }

    /// Notes changes of members without a separate rule.
    mutating func compareOthers(
        _ old: JSONValue.Object, _ new: JSONValue.Object, known: Set<String>, _ location: String
    ) {
        for name in Self.union(old, new) where !known.contains(name) && old[name] != new[name] {
            let rule =
                name.hasPrefix("x-") ? "extension-changed" : name == "externalDocs" ? "external-docs-changed" : nil
            note(rule ?? "keyword-changed", Self.at(location, name))
        }
    }

    static func at(_ location: String, _ name: String) -> String { location.isEmpty ? name : "\(location), \(name)" }
}
