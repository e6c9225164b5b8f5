extension Shapes {
    // Not scaffolded: the required property undeclared, which has no schema.
    struct BookByISBNOutput: Codable, Hashable, Sendable {
        var title: String
    }
}
