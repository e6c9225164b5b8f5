#if Hummingbird
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Requests
import RequestsEndpoints

extension Response {
    /// Makes Hummingbird's response from a response of the routes.
    ///
    /// The body of the response is sent while it is produced.
    init(
        _ response: TransportResponse, to request: Hummingbird.Request, _ inbound: RequestBodyReader
    ) async throws {
        var fields = HTTPFields(response.head.header)
        let status = HTTPResponse.Status(code: response.head.status.code)
        // After an incomplete body, nothing else can be read.
        if await inbound.hasFailed { fields.announceEnd(of: request) }
        if response.head.status.forbidsContent {
            self.init(contentless: Response(status: status, headers: fields))
        } else if request.method == .head {
            let isMeasured = fields[.contentLength] != nil
            if !isMeasured { fields.announceEnd(of: request) }
            self.init(status: status, headers: fields, body: isMeasured ? ResponseBody() : .unmeasured(to: request))
        } else if response.body.byteCount != nil {
            let data = try await response.body.collect(upTo: .max)
            self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
        } else {
            let length = response.head.contentLength
            // Watching a connection loses its next request, so the connection must close after the response.
            let canWatch = await inbound.isBeforeEnd && request.body.isInbound
            let isWatched = canWatch && length == nil
            if isWatched { fields.announceEnd(of: request) }
            self.init(
                status: status, headers: fields,
                body: ResponseBody(response.body, length: length, watching: isWatched ? request.body : nil))
        }
    }

    /// Makes a response for a status that forbids content.
    init(contentless response: Response) {
        self.init(status: response.status, headers: response.headers)
        // Without content, 205 declares a length (RFC 9110, section 15.3.6), and other statuses declare none (section 8.6).
        headers[.contentLength] = response.status.code == 205 ? "0" : nil
    }
}

extension HTTPFields {
    /// Makes the fields of a response.
    ///
    /// The routes have checked the names and the values.
    fileprivate init(_ header: HeaderFields) {
        self.init()
        for field in header {
            if let name = HTTPField.Name(field.name.rawValue) { append(HTTPField(name: name, value: field.value)) }
        }
    }

    /// Announces that the connection closes after the response.
    fileprivate mutating func announceEnd(of request: Hummingbird.Request) {
        if request.isHTTP1 { self[.connection] = "close" }
    }
}
#endif
