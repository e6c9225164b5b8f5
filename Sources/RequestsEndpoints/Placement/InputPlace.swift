/// A place for an input: see ``Endpoint/input(in:)``.
public enum InputPlace: Sendable, Hashable {
    /// The query of the URL.
    case query
    /// The body.
    case body
}
