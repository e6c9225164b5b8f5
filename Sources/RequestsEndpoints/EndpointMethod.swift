public import Requests

/// An HTTP method as a type, which is a generic parameter of ``EndpointProperty``.
public protocol EndpointMethod {
    /// The method.
    static var method: HTTPMethod { get }
}

/// The methods of ``GET`` and the other wrappers, as types.
public class StandardMethod: EndpointMethod {
    /// The method.
    public static var method: HTTPMethod { standard }

    /// The method, which each subclass overrides.
    class var standard: HTTPMethod { .get }

    /// GET.
    public final class Get: StandardMethod {}

    /// POST.
    public final class Post: StandardMethod { override class var standard: HTTPMethod { .post } }

    /// PUT.
    public final class Put: StandardMethod { override class var standard: HTTPMethod { .put } }

    /// PATCH.
    public final class Patch: StandardMethod { override class var standard: HTTPMethod { .patch } }

    /// DELETE.
    public final class Delete: StandardMethod { override class var standard: HTTPMethod { .delete } }

    /// HEAD.
    public final class Head: StandardMethod { override class var standard: HTTPMethod { .head } }
}
