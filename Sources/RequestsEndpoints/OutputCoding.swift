import Foundation
import Requests

/// Reads an endpoint's output from a response, and makes a response from an output.
struct OutputCoding<Output: Sendable>: Sendable {
    /// Returns the decoder of a response.
    let decoder: @Sendable (BodyFormat) -> ResponseDecoder<Output>

    /// Makes a response.
    let write: @Sendable (Output, HTTPStatus, BodyFormat, Coding) throws -> TransportResponse

    /// The default status of a success.
    let status: HTTPStatus

    /// The type of the output; `nil` for `Void`, streams and ``StatusAlternatives``.
    var type: (any (Codable & Sendable).Type)?

    /// The heartbeat of an event stream; `nil` for other outputs.
    var heartbeat: Data?
}

extension OutputCoding where Output == Void {
    /// The coding of an endpoint without an output.
    static var none: Self {
        OutputCoding(
            decoder: { _ in .none },
            write: { _, status, _, _ in TransportResponse(head: ResponseHead(status: status)) },
            status: .noContent)
    }
}

extension OutputCoding where Output: Codable {
    /// The coding of an endpoint with an output.
    static var coded: Self {
        if Output.self is any StatusAlternatives.Type { return alternatives }
        let plain = PlainValues()
        let isEncoded =
            !(Output.self is any OptionalType.Type) && Output.self != Data.self && Output.self != String.self
        return OutputCoding(
            decoder: { format in
                if let decoder = ResponseDecoder<Data>.data as? ResponseDecoder<Output> { return decoder }
                if let decoder = ResponseDecoder<String>.text as? ResponseDecoder<Output> { return decoder }
                return .declared(body: format)
            },
            write: { output, status, format, coding in
                let writer = OutputWriter(status: status, format: format, coding: coding)
                guard isEncoded, format.isCodedAsJSON, !coding.envelope.wraps(format) else {
                    return try writer.response(output)
                }
                if let attempt = plain.attempt(), let data = try? coding.ofEndpoint.jsonData(from: output),
                    attempt.isPlain
                {
                    return writer.response(BodyContent(data: data, type: format.contentType), status, HeaderFields())
                }
                return try writer.response(output) { plain.note($0.isPlain) }
            },
            status: .ok, type: Output.self)
    }
}

extension OutputCoding {
    /// Returns the coding of an endpoint whose output is a stream.
    static func stream<Element: StreamElement>() -> Self where Output == ElementStream<Element> {
        let format = Element.streamFormat
        return OutputCoding(
            decoder: { _ in .stream(format) },
            write: { output, status, _, coding in
                TransportResponse(
                    head: ResponseHead(status: status, header: [.contentType(format.contentType)]),
                    body: try format.body(of: output, coding: coding))
            },
            status: .ok, heartbeat: format.heartbeat)
    }
}

/// Makes a response from an output.
///
/// The type is not generic, because the runtime would look up a generic type's metadata for each response.
struct OutputWriter {
    let status: HTTPStatus
    let format: BodyFormat
    let coding: Coding

    func response<Output: Encodable>(
        _ output: Output, noting note: (PlacedValues) -> Void = { _ in }
    ) throws -> TransportResponse {
        let head = PlacementWriter.placed(output, scheme: .response, coding: coding)
        note(head)
        if let problem = head.problem { throw problem }
        var header = head.header
        for cookie in head.cookies {
            if let issue = cookie.browserIssue { throw TransportError(issue) }
            header.append(HeaderField(.setCookie, try cookie.fieldValue()))
        }
        let status = head.status ?? status
        return response(try content(of: output, head, status), status, header)
    }

    func response(_ content: BodyContent, _ status: HTTPStatus, _ fields: HeaderFields) -> TransportResponse {
        var header = fields
        if let type = content.type, !header.contains(.contentType) { header.append(.contentType(type)) }
        return TransportResponse(
            head: ResponseHead(status: status, header: header), body: MessageBody(content.data))
    }

    private func content<Output: Encodable>(
        of output: Output, _ head: PlacedValues, _ status: HTTPStatus
    ) throws -> BodyContent {
        if let failure = head.failureBody { return try BodyContent(failure, as: format, coding: coding) }
        if head.hasBody { return try body(head.body, isNull: head.isBodyNull, status) }
        // An optional passes its encoder on to its value, so the optional may look keyed.
        guard head.isKeyed, !(Output.self is any OptionalType.Type) else {
            let isNull = Output.self is any OptionalType.Type && PlacedValues.present(output) == nil
            return try body(output, isNull: isNull && PlacedValues.hasNull(Output.self), status)
        }
        // An output with only fields, cookies or a status has no body.
        if !head.hasBodyFields, head.hasParts { return .none }
        if head.isPlain { return try body(output, status) }
        return try body(BodyFields(members: head.bodyFields, representedType: Output.self), status)
    }

    /// Returns the body of a value, in the envelope that a client expects.
    ///
    /// An optional without a value is encoded as JSON's `null`, as the API's documents declare: an empty body isn't JSON.
    private func body(
        _ value: (any Encodable)?, isNull: Bool = false, _ status: HTTPStatus
    ) throws -> BodyContent {
        guard status.isSuccess, coding.envelope.wraps(format), !(value is Data), !(value is String) else {
            if isNull, !status.forbidsContent, format.matches(.json) {
                return BodyContent(data: Data("null".utf8), type: format.contentType)
            }
            return try value.map { try BodyContent($0, as: format, coding: coding) } ?? .none
        }
        return try BodyContent(
            coding.envelope.wrapping(PlacedValues.present(value)), as: format, coding: coding)
    }
}
