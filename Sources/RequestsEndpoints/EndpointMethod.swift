public import Requests

/// A method as a type, which ``EndpointProperty`` takes as its parameter.
public protocol EndpointMethod {
    /// The method.
    static var method: HTTPMethod { get }
}

/// GET, as a type.
public enum GetMethod: EndpointMethod {
    /// GET.
    public static var method: HTTPMethod { .get }
}

/// POST, as a type.
public enum PostMethod: EndpointMethod {
    /// POST.
    public static var method: HTTPMethod { .post }
}

/// PUT, as a type.
public enum PutMethod: EndpointMethod {
    /// PUT.
    public static var method: HTTPMethod { .put }
}

/// PATCH, as a type.
public enum PatchMethod: EndpointMethod {
    /// PATCH.
    public static var method: HTTPMethod { .patch }
}

/// DELETE, as a type.
public enum DeleteMethod: EndpointMethod {
    /// DELETE.
    public static var method: HTTPMethod { .delete }
}

/// HEAD, as a type.
public enum HeadMethod: EndpointMethod {
    /// HEAD.
    public static var method: HTTPMethod { .head }
}
