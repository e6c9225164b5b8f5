#if Hummingbird
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Requests

/// Has routes answer the requests of Hummingbird.
struct RoutesResponder<API: RequestProviding, Context: RequestContext>: HTTPResponder {
    let routes: Routes<API>

    func respond(to request: Hummingbird.Request, context: Context) async throws -> Response {
        let body = RequestBodyReader(request)
        let incoming = IncomingRequest(request, context: context, body: MessageBody(RequestChunks(reader: body)))
        guard routes.areAbove(incoming) else { throw HTTPError(.notFound) }
        context.coreContext.endpointPath.value = routes.path.hasSuffix("/") ? "\(routes.path)**" : "\(routes.path)/**"
        do {
            let answer = routes.reportingBody(of: try await routes.response(to: incoming), to: incoming)
            return try await Response(answer, to: request, body)
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            return try await Response(routes.response(to: incoming, failedBy: error), to: request, body)
        }
    }
}

extension IncomingRequest {
    /// The request of Hummingbird, which a handler can ask for.
    init<Context: RequestContext>(
        _ request: Hummingbird.Request, context: Context, body: MessageBody = MessageBody(Data())
    ) {
        self.init(
            method: HTTPMethod(rawValue: request.method.rawValue), target: request.head.path ?? "/",
            header: HeaderFields(request.head), body: body)
        self[Hummingbird.Request.self] = request
        self[Context.self] = context
    }
}

extension HeaderFields {
    /// The fields of a request, Host among them, which Hummingbird keeps elsewhere.
    fileprivate init(_ head: HTTPRequest) {
        self.init()
        if let authority = head.authority { append(HeaderField("Host", authority)) }
        // In HTTP/2 its parts may come one by one (RFC 9113, section 8.2.3).
        if let cookie = head.headerFields[.cookie] { append(HeaderField("Cookie", cookie)) }
        for field in head.headerFields where field.name != .cookie {
            append(HeaderField(HeaderField.Name(field.name.rawName), field.value))
        }
    }
}

/// An answer that can't go over the wire as it was meant.
private struct UnsendableAnswer: Error, CustomStringConvertible {
    let description: String
}

extension Response {
    /// The answer of the routes, whose body goes out as it comes.
    fileprivate init(
        _ answer: TransportResponse, to request: Hummingbird.Request, _ inbound: RequestBodyReader
    ) async throws {
        guard 200..<1_000 ~= answer.head.status.code else {
            throw UnsendableAnswer(description: "\(answer.head.status) is not the status of an answer")
        }
        var fields = try HTTPFields(answer.head.header)
        let status = HTTPResponse.Status(code: answer.head.status.code)
        guard request.method != .head else {
            self.init(status: status, headers: fields)
            return
        }
        if answer.body.byteCount != nil {
            let data = try await answer.body.collect(upTo: .max)
            fields[.contentLength] = nil
            self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
        } else if let length = fields[.contentLength].flatMap({ Int($0) }), length >= 0 {
            self.init(status: status, headers: fields, body: ResponseBody(answer.body, length: length))
        } else {
            fields[.contentLength] = nil
            self.init(status: status, headers: fields, body: ResponseBody(answer.body, of: request, inbound))
        }
    }
}

extension HTTPFields {
    /// The fields of an answer, without the one that is the connection's.
    fileprivate init(_ header: HeaderFields) throws {
        self.init()
        for field in header where field.name != "Transfer-Encoding" {
            guard let name = HTTPField.Name(field.name.rawValue), HTTPField.isValidValue(field.value) else {
                throw UnsendableAnswer(description: "the field \(field.name) of the answer is malformed")
            }
            append(HTTPField(name: name, value: field.value))
        }
    }
}
#endif
