#if Hummingbird
import Hummingbird
import Requests
import RequestsEndpoints

/// Responds to requests for which the router has no endpoint.
///
/// It is a middleware because the router's own tree supports neither unregistered methods nor a wildcard with a lower
/// precedence than every literal.
struct RoutesMiddleware<API: RequestProviding, Context: RequestContext>: RouterMiddleware {
    let responder: RoutesResponder<API, Context>

    func handle(
        _ request: Hummingbird.Request, context: Context,
        next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        // Before calling any middleware, the router notes the path of the endpoint that it found.
        guard context.endpointPath == nil else { return try await next(request, context) }
        let incoming = IncomingRequest(request, context: context)
        if responder.routes.hasRoute(for: incoming) {
            return try await responder.respond(to: request, context: context)
        }
        guard responder.routes.areAbove(incoming) else { return try await next(request, context) }
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            return try await responder.respond(to: request, context: context)
        }
    }
}
#endif
