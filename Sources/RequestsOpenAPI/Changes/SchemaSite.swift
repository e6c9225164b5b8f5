/// The location of a schema in a document, and the direction of its values.
struct SchemaSite {
    enum Direction: String {
        /// Clients send the values.
        case input
        /// Servers send the values.
        case output
    }

    /// The location of the whole schema, such as `body application/json` or `schema Book`.
    let place: String
    let direction: Direction
    /// Indicates whether the values are text in a path, a query or a header field.
    var isText = false
    /// The path inside the schema, such as `tags[].name`.
    private(set) var path = ""
    private(set) var depth = 0

    init(_ place: String, _ direction: Direction, isText: Bool = false) {
        self.place = place
        self.direction = direction
        self.isText = isText
    }

    var location: String { path.isEmpty ? place : "\(place), \(path)" }

    func property(_ name: String) -> SchemaSite { inside(path.isEmpty ? name : "." + name) }

    func elements(_ mark: String = "[]") -> SchemaSite { inside(mark) }

    /// Returns the site of an alternative, or of any other part with the same path.
    func part(_ mark: String = "") -> SchemaSite { inside(mark.isEmpty ? "" : "(\(mark))") }

    private func inside(_ suffix: String) -> SchemaSite {
        var site = self
        site.path += suffix
        site.depth += 1
        return site
    }
}
