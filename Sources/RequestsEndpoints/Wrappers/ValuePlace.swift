import Requests

/// The place of a ``ValueWrapper`` in a message, as a type.
///
/// Use it through aliases such as ``PathValue``.
@_documentation(visibility: internal)
public class ValuePlace {
    /// The place, which each subclass overrides.
    class var place: MessagePlace { .unsent }

    /// A placeholder of the path.
    public final class Path: ValuePlace { override class var place: MessagePlace { .path } }
    /// The query.
    public final class Query: ValuePlace { override class var place: MessagePlace { .query } }
    /// A header field.
    public final class Header: ValuePlace { override class var place: MessagePlace { .header } }
    /// A cookie.
    public final class Cookie: ValuePlace { override class var place: MessagePlace { .cookie } }
    /// The whole body.
    public final class Body: ValuePlace { override class var place: MessagePlace { .body } }
    /// The status of a response.
    public final class Status: ValuePlace { override class var place: MessagePlace { .status } }
    /// The body of a failed response.
    public final class ErrorBody: ValuePlace { override class var place: MessagePlace { .failureBody } }
    /// The whole response, for a group whose values have their own places.
    public final class Group: ValuePlace { override class var place: MessagePlace { .nested } }
}
