#if Hummingbird
import Hummingbird
import Requests
import RequestsEndpoints

/// Responds to requests that the router has no endpoint for.
///
/// It is a middleware because the router's own tree knows neither a method that has not been registered nor a wildcard that comes
/// after every literal.
struct RoutesMiddleware<API: RequestProviding, Context: RequestContext>: RouterMiddleware {
    let responder: RoutesResponder<API, Context>

    func handle(
        _ request: Hummingbird.Request, context: Context,
        next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        // The router notes the path of the endpoint that it found before it calls any middleware.
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
