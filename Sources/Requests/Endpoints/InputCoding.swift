import Foundation

/// Writes the input of an endpoint into a request, and reads it from one.
struct InputCoding<Input: Sendable>: Sendable {
    /// Adds an input to a request.
    let write: @Sendable (Input, EndpointParts, Coding, inout RequestParts) -> Void

    /// Reads an input from a request.
    let read: @Sendable (RequestSource, BodyFormat) throws -> Input

    /// The type, if the input is a value.
    let type: (any (Codable & Sendable).Type)?
}

extension InputCoding where Input == Void {
    /// The coding of an endpoint without an input.
    static var none: Self {
        InputCoding(
            write: { _, endpoint, _, parts in
                parts.endpoint = endpoint.values.path.urlPath { _ in nil }
                if let problem = endpoint.values.path.unfilled(parts.endpoint) { parts.fail(problem) }
            },
            read: { _, _ in }, type: nil)
    }
}

extension InputCoding where Input: Codable {
    /// The coding of an endpoint with an input.
    static var coded: Self {
        InputCoding(
            write: { input, endpoint, coding, parts in write(input, endpoint, coding, to: &parts) },
            read: { source, format in try source.input(Input.self, format: format) },
            type: Input.self)
    }
}

// These are functions of an extension, not of a generic type: a generic type's metadata is looked up at run time for each
// request.
extension InputCoding where Input: Codable {
    /// Adds an input to a request.
    private static func write(
        _ input: Input, _ endpoint: EndpointParts, _ coding: Coding, to parts: inout RequestParts
    ) {
        let (scheme, path) = (endpoint.scheme, endpoint.values.path)
        let placed = PlacementEncoder.placed(input, scheme: scheme, coding: coding)
        if !placed.isKeyed, let name = scheme.onlyPlaceholder { placed.fillPath(name, with: input) }
        parts.endpoint = path.urlPath(filledBy: placed.pathText)
        if let problem = placed.problem ?? placed.queryProblem ?? path.unreadable(filledBy: placed.pathText)
            ?? path.unfilled(parts.endpoint)
        {
            return parts.fail(problem)
        }
        for field in placed.header { parts.header.append(field) }
        if !placed.cookies.isEmpty { parts.add(cookies: placed.cookies.map { RequestCookie($0.name, $0.value) }) }
        if !placed.query.isEmpty { parts.query.append(QueryItem(written: placed.query)) }
        if placed.hasBody {
            if placed.body != nil { writeBody(PlacedBody(placed.body), endpoint, to: &parts) }
        } else if placed.hasBodyFields || placed.isEmptyBody {
            if placed.isPlain {
                writeWhole(input, endpoint, to: &parts)
            } else {
                writeBodyFields(input, endpoint, coding, to: &parts)
            }
        } else if !placed.isKeyed, scheme.onlyPlaceholder == nil {
            writeWhole(input, endpoint, to: &parts)
        }
    }

    /// Writes a body that is one property.
    private static func writeBody(_ body: PlacedBody, _ endpoint: EndpointParts, to parts: inout RequestParts) {
        parts.bodyProvider = BodyProvider { header, coding in
            try body.encoding(as: endpoint.values.bodyFormat, addingTo: &header, coding: coding)
        }
    }

    /// Writes a body that has properties.
    private static func writeBodyFields(
        _ input: Input, _ endpoint: EndpointParts, _ coding: Coding, to parts: inout RequestParts
    ) {
        let fields = BodyFields(value: input, scheme: endpoint.scheme, coding: coding)
        parts.bodyProvider = BodyProvider { header, coding in
            try .encoding(fields, as: endpoint.values.bodyFormat, addingTo: &header, coding: coding)
        }
    }

    /// Writes a body that is the whole input.
    private static func writeWhole(_ input: Input, _ endpoint: EndpointParts, to parts: inout RequestParts) {
        guard endpoint.scheme.others == .bodyField else {
            let problem = "an input without properties needs a placeholder in the path, or a method with a body"
            return parts.fail(TransportError(code: .unfilledPlaceholder, message: problem))
        }
        parts.bodyProvider = BodyProvider { header, coding in
            try .encoding(input, as: endpoint.values.bodyFormat, addingTo: &header, coding: coding)
        }
    }
}

extension EndpointPath {
    /// Returns an error if a placeholder of the path has no value; `nil` if all are filled.
    fileprivate func unfilled(_ path: URLPath) -> TransportError? {
        guard case .placeholder(let name)? = path.issue else { return nil }
        return TransportError(
            code: .unfilledPlaceholder,
            message:
                "the placeholder \(name) of the endpoint's path \(template) has no value: the input needs a property "
                + "of its name that is not nil")
    }

    /// Returns an error if the placeholders of a segment would be read back as other values; `nil` if none would be.
    fileprivate func unreadable(filledBy text: (String) -> String?) -> TransportError? {
        unreadablePlaceholder(filledBy: text).map { name in
            TransportError(
                code: .invalidPath,
                message: "the value of `\(name)` would be read as another one: its segment has other values or text"
            )
        }
    }
}

/// The body that was found while the properties of an input were placed.
///
/// A lock guards it, because nothing guarantees that several threads can use a property.
private final class PlacedBody: Sendable {
    private let value: Guarded<(any Encodable)?>

    init(_ value: sending (any Encodable)?) {
        self.value = Guarded(value)
    }

    func encoding(as format: BodyFormat, addingTo header: inout HeaderFields, coding: Coding) throws -> RequestBody {
        let content = try value.withLock { value -> BodyContent in
            guard let value else { return .none }
            return try BodyContent(value, as: format, coding: coding)
        }
        return .body(of: content, addingTo: &header)
    }
}

extension RequestBody {
    /// Encodes a whole body: text and bytes unchanged, another value in a format.
    fileprivate static func encoding(
        _ value: any Encodable, as format: BodyFormat, addingTo header: inout HeaderFields, coding: Coding
    ) throws -> RequestBody {
        .body(of: try BodyContent(value, as: format, coding: coding), addingTo: &header)
    }

    fileprivate static func body(of content: BodyContent, addingTo header: inout HeaderFields) -> RequestBody {
        if let type = content.type { header.append(.contentType(type)) }
        return .data(content.data)
    }
}

extension RequestSource {
    /// Reads a whole input.
    ///
    /// - Throws: An ``InputProblem``, a ``ServingError``, or an error that provides its status. Any other error on the way is
    ///   also about the content of the request.
    func input<Input: Decodable>(_ type: Input.Type, format: BodyFormat) throws -> Input {
        self.format = format
        do {
            return try read(type)
        } catch let error where InputProblem.isFinal(error) {
            throw error
        } catch let error as DecodingError {
            throw InputProblem(error, in: self)
        } catch {
            throw InputProblem(place: wholePlace, key: nil, cause: error)
        }
    }

    private func read<Input: Decodable>(_ type: Input.Type) throws -> Input {
        if let name = scheme.onlyPlaceholder, let text = pathTexts[name], MessageText.isScalar(type) {
            do {
                return try MessageText([text], WireKey(name), coding: coding).value(type)
            } catch let error as DecodingError {
                throw InputProblem(error, place: .path, key: name, of: type, coding: coding)
            }
        }
        if let value = try plainBody(type), scheme.placeholders.isEmpty { return value }
        guard hasBody, scheme.others == .bodyField else {
            if scheme.others == .bodyField, scheme.placeholders.isEmpty, let absent = type.absentValue { return absent }
            return scheme.holdsWhole(type) ? try wholeQuery(type) : try placed(type, body: nil)
        }
        if let contentType, !format.matches(contentType) {
            let problem = unsupportedMediaType
            do {
                // A property that is text or bytes accepts any body.
                return try placed(type, body: nil, problem)
            } catch let error as InputProblem {
                throw error.cause as? ServingError ?? error
            }
        }
        var isBeingRead = false
        do {
            return try format.read(type, from: data, contentType: contentType, coding: coding) { [self] decoder in
                isBeingRead = true
                // The container decodes the value: it leaves the names of a dictionary unchanged.
                if scheme.holdsWhole(type) { return try decoder.singleValueContainer().decode(type) }
                return try placed(type, body: decoder)
            }
        } catch let error as DecodingError where !isBeingRead {
            guard let value = try valueWithoutBody(type, error) else {
                throw InputProblem(place: .body, key: nil, cause: error)
            }
            return value
        }
    }

    /// Reads the properties of an input from their places.
    private func placed<Input: Decodable>(
        _ type: Input.Type, body: (any Decoder)?, _ bodyProblem: (any Error)? = nil
    ) throws -> Input {
        if let bodyProblem { self.bodyProblem = bodyProblem }
        return try names.checked { try Input(from: PlacementDecoder(source: self, body: body)) }
    }

    /// Reads a dictionary that is the whole query; for other places, throws that the body is missing.
    private func wholeQuery<Input: Decodable>(_ type: Input.Type) throws -> Input {
        guard scheme.others == .query else { throw InputProblem(place: .body, key: nil, cause: nil) }
        return try query().value(type)
    }

    private var unsupportedMediaType: ServingError {
        ServingError(.unsupportedMediaType, "the body is to be \(format.mediaType.essence)")
    }

    /// Indicates whether there is a body to read: an empty form counts as one.
    private var hasBody: Bool {
        !data.isEmpty || format.hasEmptyBodies && contentType.map(format.matches) ?? true
    }

    /// The place of an input without more information: the body, or the request.
    var wholePlace: MessagePlace { scheme.others == .query || !hasBody ? .nested : .body }

    private var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }

    /// Reads an input if the body is not in the format: bytes, or text.
    private func valueWithoutBody<Input: Decodable>(_ type: Input.Type, _ problem: DecodingError) throws -> Input? {
        do {
            return try placed(type, body: nil, problem)
        } catch is InputProblem {
            return nil
        }
    }

    func body<Value: Decodable>(_ type: Value.Type, _ body: (any Decoder)?, _ key: any CodingKey) throws -> Value {
        if data.isEmpty, let absent = Value.absentValue { return absent }
        if let value = try plainBody(type) { return value }
        if let body { return try body.singleValueContainer().decode(type) }
        if data.isEmpty { throw unreadableBody ?? missingBody() }
        // This is the body of a method that has none by convention, such as DELETE.
        if let contentType, !format.matches(contentType) { throw unsupportedMediaType }
        return try format.value(type, from: data, contentType: contentType, coding: coding)
    }

    /// Returns bytes and text unchanged; `nil` for another type.
    private func plainBody<Value>(_ type: Value.Type) throws -> Value? {
        if type is Data.Type || type is Data?.Type { return data as? Value }
        guard type is String.Type || type is String?.Type else { return nil }
        return try text() as? Value
    }

    /// Returns the body as text, in its charset.
    private func text() throws(ServingError) -> String {
        let name = contentType?.parameter("charset") ?? "utf-8"
        guard let charset = Charset(named: name) else {
            throw ServingError(.unsupportedMediaType, "the charset \(name.escapedForDisplay) is not known")
        }
        guard let text = Charset.text(of: data, in: charset.encoding) else {
            throw ServingError(.badRequest, "the body is not text in \(charset.name)")
        }
        return text
    }
}
