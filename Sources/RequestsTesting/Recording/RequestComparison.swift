import Foundation
import Requests

/// The differences between a request and a recorded request.
struct RequestComparison {
    /// One clause per difference, with the request's value before the recorded value.
    private(set) var differences: [String] = []
    /// The distance between the requests; a difference in a part that rarely differs weighs more.
    private(set) var distance = 0

    private let matching: RequestMatching
    /// Returns the displayable value for a name.
    private let show: (_ name: String, _ value: String) -> String

    /// Compares a request with a recorded request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - recorded: The recorded request, in which a placeholder matches anything.
    ///   - matching: The rules for the comparison.
    ///   - show: A function that returns the displayable value for a name, in quotes.
    init(
        _ request: RecordedRequest, with recorded: RecordedRequest, matching: RequestMatching,
        show: @escaping (_ name: String, _ value: String) -> String = { $1 }
    ) {
        self.matching = matching
        self.show = show
        let (url, other) = (ComparedURL(request.url), ComparedURL(recorded.url))
        if request.method != recorded.method {
            let (method, old) = (request.method.escapedForDisplay, recorded.method.escapedForDisplay)
            add("the method is \(method), but \(old) was recorded", 4)
        }
        if !matching.ignoresOrigin, url.origin != other.origin {
            add("the origin is \(url.origin), but \(other.origin) was recorded", 6)
        }
        comparePaths(url, other)
        compareItems(url.items, other.items, "the query item")
        for name in matching.fields {
            let (value, old) = (request.header[name], recorded.header[name])
            if let value, let old, Placeholder.matches(value, old) { continue }
            if value == nil, old == nil { continue }
            let shown = (value.map { show(name.rawValue, $0) }, old.map { show(name.rawValue, $0) })
            addDifference(of: "the header field \(name)", shown.0, shown.1)
        }
        if !matching.ignoresBody { compareBodies(request, recorded) }
    }

    mutating func add(_ text: String, _ weight: Int) {
        differences.append(text)
        distance += weight
    }

    /// Adds the difference between two displayable values; a missing value is `nil`.
    mutating func addDifference(of title: String, _ value: String?, _ old: String?) {
        guard let value else { return add("\(title) is missing, but was recorded as \(old ?? "")", 1) }
        add("\(title) is \(value), but " + (old.map { "\($0) was recorded" } ?? "wasn't recorded"), 1)
    }

    private mutating func comparePaths(_ url: ComparedURL, _ other: ComparedURL) {
        let pairs = zip(url.segments, other.segments)
        let count = abs(url.segments.count - other.segments.count) + pairs.count { !Placeholder.matches($0, $1) }
        guard count > 0 else { return }
        add("the path is \(show("", url.path)), but \(show("", other.path)) was recorded", 2 * count + 1)
    }

    /// Compares items by name; the values for the same name are compared in order.
    mutating func compareItems(_ items: [RecordedItem], _ others: [RecordedItem], _ subject: String) {
        let others = Self.naming(others, like: items)
        let (values, olds) = (Dictionary(grouping: items, by: \.name), Dictionary(grouping: others, by: \.name))
        for name in Set(values.keys).union(olds.keys).sorted() where !matching.ignores(name) {
            let (values, olds) = (values[name] ?? [], olds[name] ?? [])
            let title = "\(subject) \(Self.title(name))"
            for index in 0..<max(values.count, olds.count) {
                guard index < olds.count else {
                    addDifference(of: title, show(name, values[index].value), nil)
                    continue
                }
                guard index < values.count else {
                    addDifference(of: title, nil, show(name, olds[index].value))
                    continue
                }
                guard let value = values[index].value, let old = olds[index].value, !Placeholder.matches(value, old)
                else { continue }
                addDifference(of: title, show(name, value), show(name, old))
            }
        }
    }

    /// Returns recorded items, with each redacted name replaced by the request's name that it matches.
    ///
    /// A name can be a secret, because a query or form pair without `=` consists of only a name.
    private static func naming(_ others: [RecordedItem], like items: [RecordedItem]) -> [RecordedItem] {
        guard others.contains(where: { $0.name.contains(Redaction.placeholder) }) else { return others }
        let known = Set(others.map(\.name))
        var names = items.map(\.name).filter { !known.contains($0) }
        return others.map { item in
            guard item.name.contains(Redaction.placeholder),
                let index = names.firstIndex(where: { Placeholder.matches($0, item.name) })
            else { return item }
            return RecordedItem(names.remove(at: index), item.value)
        }
    }

    func ignores(_ name: String) -> Bool { matching.ignores(name) }

    func show(_ name: String, _ value: String) -> String { show(name, value) }

    func show(_ name: String, _ value: Data?) -> String {
        guard let value else { return "a file" }
        guard let text = String(utf8: value) else { return "\(value.count) bytes" }
        return show(name, text)
    }

    /// Returns a name as displayed in a message.
    static func title(_ name: String) -> String { "`\(name.withoutControls)`" }
}

/// The decoded parts of a URL.
private struct ComparedURL {
    /// The scheme, host and port in lower case, without a default port.
    let origin: String
    let path: String
    let segments: [String]
    let items: [RecordedItem]

    init(_ url: String) {
        let url = url.prefix { $0 != "#" }
        let start = url.range(of: "://")?.upperBound ?? url.startIndex
        let end = url[start...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        let scheme = url[..<start].lowercased()
        // A user isn't part of the origin.
        var host = (url[start..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? "").lowercased()
        let port = scheme == "https://" ? ":443" : ":80"
        if host.hasSuffix(port) { host.removeLast(port.count) }
        origin = scheme + host
        let rest = url[end...]
        let path = rest.prefix { $0 != "?" }
        self.path = path.isEmpty ? "/" : String(path)
        segments = self.path.split(separator: "/", omittingEmptySubsequences: false).map {
            PercentEncoding.decoded(Array($0.utf8)[...])
        }
        items = ContentText.items(of: rest[path.endIndex...].dropFirst()).map { RecordedItem($0.name, $0.value) }
    }
}
