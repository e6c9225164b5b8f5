#if Hummingbird
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOFoundationCompat
import Requests
import RequestsEndpoints

/// Responds to Hummingbird's requests with routes.
struct RoutesResponder<API: RequestProviding, Context: RequestContext>: HTTPResponder {
    let routes: Routes<API>

    init(routes: Routes<API>) {
        self.routes = routes.onUnexpectedErrorByDefault { error, request in
            request[Context.self]?.logger.error(
                "The details of an error were left out of the response.",
                metadata: ["request": "\(request)", "error": "\(error)"])
        }
    }

    func respond(to request: Hummingbird.Request, context: Context) async throws -> Response {
        let body = RequestBodyReader(request)
        let incoming = IncomingRequest(request, context: context, body: MessageBody(RequestChunks(reader: body)))
        guard routes.areAbove(incoming) else { throw HTTPError(.notFound) }
        context.coreContext.endpointPath.value = routes.path.hasSuffix("/") ? "\(routes.path)**" : "\(routes.path)/**"
        do {
            let response = routes.reportingBody(of: try await routes.response(to: incoming), to: incoming)
            return try await Response(response, to: request, body)
        } catch let error as any HTTPResponseError where error.status.code >= 200 {
            // Hummingbird would send the message even with a status that forbids content.
            guard HTTPStatus(error.status.code).forbidsContent else { throw error }
            var response = try error.response(from: request, context: context)
            response.headers[.contentType] = nil
            return Response(contentless: response)
        } catch {
            return try await Response(routes.response(to: incoming, failedBy: error), to: request, body)
        }
    }
}

extension IncomingRequest {
    /// Makes the routes' request from Hummingbird's, which handlers can access.
    init<Context: RequestContext>(
        _ request: Hummingbird.Request, context: Context, body: MessageBody = MessageBody(Data())
    ) {
        var header = HeaderFields(request.head)
        if request.body.isReplaced {
            // These fields describe the body before it was replaced.
            header.remove(.contentLength)
            header.remove(.contentEncoding)
        }
        self.init(
            method: HTTPMethod(request.method.rawValue), target: request.head.path ?? "/", header: header,
            body: body)
        self[Hummingbird.Request.self] = request
        self[Context.self] = context
    }
}

extension HeaderFields {
    /// Makes the fields of a request, including Host, which Hummingbird stores separately.
    fileprivate init(_ head: HTTPRequest) {
        self.init()
        if let authority = head.authority { append(HeaderField("Host", authority)) }
        // In HTTP/2, the Cookie field may be split (RFC 9113, section 8.2.3).
        if let cookie = head.headerFields[.cookie] { append(HeaderField("Cookie", cookie)) }
        for field in head.headerFields where field.name != .cookie {
            append(HeaderField(HeaderField.Name(field.name.rawName), field.value))
        }
    }
}
#endif
