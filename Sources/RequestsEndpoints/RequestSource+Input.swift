import Foundation
import Requests

extension RequestSource {
    /// Reads a whole input.
    ///
    /// - Throws: An ``InputIssue``, a ``ServingError``, or an error that provides its status. Any other error becomes
    ///   an ``InputIssue``.
    func input<Input: Decodable>(_ type: Input.Type, format: BodyFormat) throws -> Input {
        self.format = format
        do {
            return try read(type)
        } catch let error where InputIssue.isFinal(error) {
            throw error
        } catch let error as DecodingError {
            throw InputIssue(error, in: self)
        } catch {
            throw InputIssue(place: wholePlace, key: nil, cause: error)
        }
    }

    private func read<Input: Decodable>(_ type: Input.Type) throws -> Input {
        if let name = scheme.onlyPlaceholder, let text = pathTexts[name], PlacementScheme.isScalar(type) {
            do {
                return try TextParameter(text, WireKey(name), coding: coding).value(type)
            } catch let error as DecodingError {
                throw InputIssue(error, place: .path, key: name, of: type, coding: coding)
            }
        }
        if scheme.others == .query, !scheme.placeholders.isEmpty, !Self.isPlainBody(type) {
            return try placed(type, body: nil)
        }
        return try readBody(type)
    }

    // If this function were inlined, the runtime would look up the function's optional types for each input.
    @inline(never)
    private func readBody<Input: Decodable>(_ type: Input.Type) throws -> Input {
        if let value = try plainBody(type), scheme.placeholders.isEmpty { return value }
        guard hasBody, scheme.others == .bodyField else {
            if scheme.others == .bodyField, scheme.placeholders.isEmpty, let absent = type.absentValue { return absent }
            return scheme.holdsWhole(type) ? try wholeQuery(type) : try placed(type, body: nil)
        }
        if let problem = unsupportedMediaType {
            do {
                // A property of type `String` or `Data` accepts any body.
                return try placed(type, body: nil, problem)
            } catch let error as InputIssue {
                throw error.cause as? ServingError ?? error
            }
        }
        try checkFieldCount()
        var isBeingRead = false
        do {
            return try format.read(
                type, from: data, contentType: contentType, coding: coding, checking: checkedTypes
            ) { [self] decoder in
                isBeingRead = true
                // The container decodes the value, so that the keys of a dictionary stay unchanged.
                if scheme.holdsWhole(type) { return try decoder.singleValueContainer().decode(type) }
                return try placed(type, body: decoder)
            }
        } catch let error as DecodingError where !isBeingRead {
            guard let value = try valueWithoutBody(type, error) else {
                throw InputIssue(place: .body, key: nil, cause: error)
            }
            return value
        }
    }

    /// Reads the properties of an input from their places.
    private func placed<Input: Decodable>(
        _ type: Input.Type, body: (any Decoder)?, _ bodyError: (any Error)? = nil
    ) throws -> Input {
        if let bodyError { self.bodyError = bodyError }
        return try names.checked { try PlacementDecoder(source: self, body: body).value(type) }
    }

    /// Reads a dictionary from the whole query; if the input's place isn't the query, throws an error for the missing
    /// body.
    private func wholeQuery<Input: Decodable>(_ type: Input.Type) throws -> Input {
        guard scheme.others == .query else { throw InputIssue(place: .body, key: nil, cause: nil) }
        return try query().checking(checkedTypes).singleValueContainer().decode(type)
    }

    /// Indicates whether there is a body to read; an empty form counts as a body.
    private var hasBody: Bool {
        !data.isEmpty || format.hasEmptyBodies && contentType.map(format.matches) ?? true
    }

    /// The place to report for a problem with the whole input: the body, or the request.
    var wholePlace: MessagePlace { scheme.others == .query || !hasBody ? .nested : .body }

    /// Reads an input whose body is not in the declared format; `nil` if the input needs more than bytes or text.
    private func valueWithoutBody<Input: Decodable>(_ type: Input.Type, _ problem: DecodingError) throws -> Input? {
        do {
            return try placed(type, body: nil, problem)
        } catch is InputIssue {
            return nil
        }
    }

    func body<Value: Decodable>(_ type: Value.Type, _ body: (any Decoder)?, _ key: any CodingKey) throws -> Value {
        if data.isEmpty, let absent = Value.absentValue { return absent }
        if let value = try plainBody(type) { return value }
        if let body { return try body.singleValueContainer().decode(type) }
        if data.isEmpty { throw unreadableBody ?? missingBody() }
        // The request has a body, although requests with its method, such as DELETE, usually don't.
        if let unsupportedMediaType { throw unsupportedMediaType }
        try checkFieldCount()
        return try format.value(
            type, from: data, contentType: contentType, coding: coding, checking: checkedTypes)
    }

    /// Rejects a form with too many fields before it is read.
    private func checkFieldCount() throws(ServingError) {
        guard format.matches(.form) else { return }
        var count = 1
        for byte in data where byte == UInt8(ascii: "&") { count += 1 }
        guard count > KeyValueDecoder.fieldLimit else { return }
        throw ServingError(.badRequest, "the body exceeds the limit of \(KeyValueDecoder.fieldLimit) fields")
    }

    /// Returns whether a type represents a body unchanged, as bytes or text.
    private static func isPlainBody(_ type: Any.Type) -> Bool {
        type == Data.self || type == Data?.self || type == String.self || type == String?.self
    }

    /// Returns a body unchanged, as bytes or text; `nil` for any other type.
    private func plainBody<Value>(_ type: Value.Type) throws -> Value? {
        if type is Data.Type || type is Data?.Type { return data as? Value }
        guard type is String.Type || type is String?.Type else { return nil }
        return try text() as? Value
    }
}
