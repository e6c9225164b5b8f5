/// The part of a request that contains an input's properties: see ``Endpoint/input(in:)``.
public enum ParameterLocation: Sendable, Hashable {
    /// The query of the URL.
    case query
    /// The body.
    case body
}
