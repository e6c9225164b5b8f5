import Requests

extension Shapes {
    struct BookByISBNOutput: Codable, Hashable, Sendable {
        var title: String
        var undeclared: JSONValue?
    }
}
