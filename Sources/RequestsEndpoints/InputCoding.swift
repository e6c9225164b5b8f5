import Foundation
import Requests

/// Writes an endpoint's input into a request, and reads inputs from requests.
struct InputCoding<Input: Sendable>: Sendable {
    /// Adds an input to a request.
    let write: @Sendable (Input, EndpointContext, Coding, inout RequestStorage) -> Void

    /// Reads an input from a request.
    let read: @Sendable (RequestSource, BodyFormat) throws -> Input

    /// The type of the input; `nil` without an input.
    let type: (any (Codable & Sendable).Type)?
}

extension InputCoding where Input == Void {
    /// The coding of an endpoint without an input.
    static var none: Self {
        InputCoding(
            write: { _, endpoint, _, parts in
                let path = endpoint.values.template.urlPath { _ in nil }
                if let problem = endpoint.values.template.unfilled(path) { parts.fail(problem) }
                parts.target.move(to: path)
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

// These functions are in an extension of `InputCoding`. If a separate generic type contained them, the runtime would
// look up that type's metadata for each request.
extension InputCoding where Input: Codable {
    /// Adds an input to a request.
    private static func write(
        _ input: Input, _ endpoint: EndpointContext, _ coding: Coding, to parts: inout RequestStorage
    ) {
        let (scheme, template) = (endpoint.scheme, endpoint.values.template)
        let placed = PlacementWriter.placed(input, scheme: scheme, coding: coding)
        // The closure is written twice, because a variable with the closure would copy all values.
        let path = template.urlPath { placed.pathTexts[$0] }
        let problem =
            placed.problem ?? placed.queryError ?? template.unreadable { placed.pathTexts[$0] }
            ?? template.unfilled(path)
        parts.target.move(to: path)
        if let problem { return parts.fail(problem) }
        if parts.header.isEmpty {
            // There is nothing to merge, so nothing is copied.
            parts.header = placed.header
        } else {
            for field in placed.header { parts.header.append(field) }
        }
        if !placed.cookies.isEmpty { parts.cookies += placed.cookies }
        parts.target.append(written: placed.query)
        if placed.hasBody {
            if placed.body != nil { writeBody(PlacedBody(placed.body), endpoint, to: &parts) }
        } else if placed.hasBodyFields || placed.isEmptyObject && scheme.others == .bodyField {
            if placed.isPlain {
                writeWhole(input, endpoint, to: &parts)
            } else {
                let fields = BodyFields(members: placed.bodyFields, representedType: Input.self)
                writeBody(PlacedBody(fields), endpoint, to: &parts)
            }
        } else if !placed.isKeyed, scheme.onlyPlaceholder == nil {
            writeWhole(input, endpoint, to: &parts)
        }
    }

    /// Writes a body that consists of one or several properties.
    private static func writeBody(_ body: PlacedBody, _ endpoint: EndpointContext, to parts: inout RequestStorage) {
        parts.bodyProvider = BodyProvider { header, coding in
            try body.encoding(
                as: endpoint.values.bodyFormat, addingTo: &header, coding: endpoint.coding(of: coding))
        }
    }

    /// Writes the whole input as the body.
    private static func writeWhole(_ input: Input, _ endpoint: EndpointContext, to parts: inout RequestStorage) {
        guard endpoint.scheme.others == .bodyField else {
            return parts.fail(TransportError(code: .unfilledPlaceholder, message: PlacementScheme.unplacedValue))
        }
        parts.bodyProvider = BodyProvider { header, coding in
            try .encoding(
                input, as: endpoint.values.bodyFormat, addingTo: &header, coding: endpoint.coding(of: coding))
        }
    }
}

/// The body that was found among the properties of an input.
///
/// A lock guards the body, because its type might not be `Sendable`.
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
    /// Encodes a whole body: text and bytes unchanged, other values in a format.
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
