import Requests

/// The path of an endpoint: a template whose placeholders are values of its input.
///
/// ```swift
/// @GET("/lists/{list}/todos")            // a placeholder in braces, anywhere in a segment
/// @GET("/lists/:list/todos/:id")         // or at the start of one
/// @GET("/files/{path*}")                 // a placeholder for several segments: "src/a b.c" → /files/src/a%20b.c
/// @GET("/files/{name}.json?v=2")         // a query of its own goes along with every request
/// ```
///
/// The property with the name of a placeholder fills it, percent-encoded as one segment. The name is either the one in Swift or
/// the one on the wire. A value that would make its segment empty, `.` or `..` is an error.
///
/// A placeholder with `*` takes a text with slashes, and a path can have one of them. It is a whole segment of the template. ``Routes``
/// try it last. They don't match it with a segment that is `.` or `..`, or that has an escaped slash, because no client of the
/// endpoint can send these.
///
/// Programmers write templates, so a malformed one does not trap: every request of the endpoint fails with an error that names
/// the problem.
public struct EndpointPath: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The template as it was written.
    public let template: String

    /// Makes a path from a template.
    public init(_ template: String) { self.template = template }

    /// Makes a path from a literal.
    public init(stringLiteral template: String) { self.template = template }

    /// The names of the placeholders, in order.
    package var placeholders: [String] { PathTemplate(template).placeholders }
}

extension EndpointPath: CustomStringConvertible {
    /// The template.
    public var description: String { template }
}
