import Requests

/// The HTTP method of an ``EndpointProperty``, as a type.
///
/// Use it through aliases such as ``GET``.
@_documentation(visibility: internal)
public class EndpointMethod {
    /// The method; every subclass except ``Get`` overrides it.
    class var method: HTTPMethod { .get }

    /// GET.
    public final class Get: EndpointMethod {}
    /// POST.
    public final class Post: EndpointMethod { override class var method: HTTPMethod { .post } }
    /// PUT.
    public final class Put: EndpointMethod { override class var method: HTTPMethod { .put } }
    /// PATCH.
    public final class Patch: EndpointMethod { override class var method: HTTPMethod { .patch } }
    /// DELETE.
    public final class Delete: EndpointMethod { override class var method: HTTPMethod { .delete } }
    /// HEAD.
    public final class Head: EndpointMethod { override class var method: HTTPMethod { .head } }
}
