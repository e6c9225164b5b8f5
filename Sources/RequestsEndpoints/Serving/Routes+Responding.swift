import Foundation
import Requests

extension Routes {
    /// Returns the response with a body that reports any error that breaks the body off.
    ///
    /// The client doesn't see the error.
    package func reportingBody(of response: TransportResponse, to request: IncomingRequest) -> TransportResponse {
        // A body in memory can't break off.
        guard response.body.byteCount == nil else { return response }
        let body = ErrorReportingBody(base: response.body, length: response.head.contentLength) { [self] error in
            observe(error, hidingCredentials(of: request))
        }
        return TransportResponse(head: response.head, body: MessageBody(body))
    }

    /// Returns the response to a request that failed, without the details of the error.
    package func response(to request: IncomingRequest, failedBy error: any Error) -> TransportResponse {
        if !Task.isCancelled { observe(error, hidingCredentials(of: request)) }
        let problem = ServingError(.internalServerError, "something went wrong here")
        let content = try? BodyContent(describe(problem), as: .json, coding: api.coding)
        return response(problem.status, content ?? .none, []).fitting(request.method)
    }

    /// Responds to a request; throws errors whose details must stay hidden from the client.
    package func response(to request: IncomingRequest) async throws -> TransportResponse {
        let request = hidingCredentials(of: request)
        guard let wrapper else { return try await unwrappedResponse(to: request) }
        return try await wrapper(request, path(of: request)) { try await unwrappedResponse(to: $0) }
    }

    private func unwrappedResponse(to request: IncomingRequest) async throws -> TransportResponse {
        do {
            return challenging(try await routedResponse(to: request))
        } catch {
            var error = error
            if let undeclared = error as? UndeclaredStatus {
                observe(undeclared, request)
                if let response = undeclared.response {
                    return challenging(try response.checked().fitting(request.method))
                }
                error = undeclared.cause
            }
            guard let response = try response(of: error) else { throw error }
            return challenging(try response.checked().fitting(request.method))
        }
    }

    private func routedResponse(to request: IncomingRequest) async throws -> TransportResponse {
        guard let segments = Self.segments(of: request) else {
            throw ServingError(.badRequest, "the path is not UTF-8")
        }
        switch table.route(request.method, segments) {
        case .nothing:
            throw ServingError(.notFound, "there is nothing at this path")
        case .otherMethods(let methods):
            // Allow also lists OPTIONS, which every path supports (RFC 9110, section 10.2.1).
            let names = Set(methods + [.options]).map(\.rawValue).sorted(byText: \.self)
            let header = HeaderFields([HeaderField("Allow", names.joined(separator: ", "))])
            if request.method == .options {
                return TransportResponse(head: ResponseHead(status: .noContent, header: header))
            }
            throw ServingError(
                .methodNotAllowed, "the method \(request.method) is not allowed at this path", header: header)
        case .found(let match):
            var request = request.readable()
            request.pathTexts = match.values
            if areAuthenticated || match.handler.authentication == .required {
                request = try await authenticated(request, match.handler.authentication)
            }
            var response = try await match.handler.respond(request, bodySizeLimit).checked()
            if let heartbeat = match.handler.heartbeat, let interval = heartbeatInterval, response.body.byteCount == nil
            {
                let body = HeartbeatBody(response.body, heartbeat, every: interval)
                response = TransportResponse(head: response.head, body: MessageBody(body))
            }
            return response.fitting(request.method, isMeasured: match.method != .head || !hasGet(at: segments))
        }
    }

    /// Returns whether the path has a separate route for GET.
    ///
    /// If so, the response to HEAD doesn't declare the length of its body, because the response to GET may have a
    /// different length.
    private func hasGet(at segments: [String]) -> Bool {
        if case .found = table.route(.get, segments) { return true }
        return false
    }

    /// Returns the response for an error; `nil` if the error's details must stay hidden from the client.
    private func response(of error: any Error) throws -> TransportResponse? {
        if let failure = error as? API.Failure, let body = failure as? any Encodable {
            let status = (error as? any HTTPStatusConvertible)?.responseStatus ?? .internalServerError
            return try response(status, BodyContent(body, as: .json, coding: api.coding), [])
        }
        let problem: ServingError
        switch error {
        case let error as InputIssue: problem = ServingError(error)
        case let error as ServingError: problem = error
        default: return nil
        }
        return try response(
            problem.status, BodyContent(describe(problem), as: .json, coding: api.coding), problem.header)
    }

    private func response(_ status: HTTPStatus, _ content: BodyContent, _ fields: HeaderFields) -> TransportResponse {
        var header = fields
        if let type = content.type, !header.contains(.contentType) { header.append(.contentType(type)) }
        return TransportResponse(head: ResponseHead(status: status, header: header), body: MessageBody(content.data))
    }
}

extension Endpoint {
    /// Checks that a body has no content coding and, if an input is read from it, a valid media type.
    ///
    /// Reading the body later checks whether the media type matches the endpoint's format.
    func checkBody(_ data: Data, of request: IncomingRequest) throws(ServingError) {
        guard !data.isEmpty else { return }
        if let codings = request.header[.contentEncoding], Self.hasCoding(codings) {
            // Lists the accepted codings (RFC 9110, section 15.5.16).
            throw ServingError(
                .unsupportedMediaType, "this server doesn't support the Content-Encoding of the body",
                header: [HeaderField(.acceptEncoding, "identity")])
        }
        guard scheme.others == .bodyField, let text = request.header[.contentType], input.type != nil else { return }
        if MediaType(text) == nil {
            throw ServingError(.unsupportedMediaType, "the media type of the body is malformed")
        }
    }

    private static func hasCoding(_ codings: String) -> Bool {
        codings.split(separator: ",").contains { coding in
            let name = coding.trimmingCharacters(in: .whitespaces)
            return !name.isEmpty && !name.equalsIgnoringASCIICase("identity")
        }
    }
}
