package import Foundation

// Detection of bodies in another format.
extension FormattedBody {
    /// Decodes a body; if it is a web page, or invalid and of a different media type, the error starts with that fact.
    package static func checked<Value>(
        _ format: BodyFormat, _ head: ResponseHead, _ data: Data, _ type: Any.Type, _ read: () throws -> Value
    ) throws -> Value {
        if format.canBePage, head.contentType.map(format.matches) != true,
            let error = misfit(of: head, data, type, format, cause: nil)
        {
            throw error
        }
        do {
            return try read()
        } catch let error as DecodingError {
            throw misfit(of: head, data, type, format, cause: error) ?? error
        }
    }

    /// Returns the error for a web page, or for a body of a different media type; `nil` if the cause is sufficient.
    ///
    /// The media type alone is not sufficient, because some servers send JSON as `text/plain`, or without a media type.
    /// For such JSON, the cause describes the value that can't be decoded.
    static func misfit(
        of head: ResponseHead, _ data: Data, _ type: Any.Type, _ format: BodyFormat, cause: DecodingError?
    ) -> TransportError? {
        let mediaType = head.contentType.flatMap { format.matches($0) ? nil : $0 }
        let page = HTMLPage.start(of: data, isHTML: format.matches(.xml))
        // Any text is a valid form.
        let isOther = cause.map { $0.isAboutFormat || format.matches(.form) } ?? false
        guard page != nil || mediaType != nil && isOther else { return nil }
        let subject =
            mediaType.map { "the response is \(String($0.essence).withoutControls)" }
            ?? "the response looks like a web page"
        let detail = page.map { "the body starts with \($0)" } ?? cause.map(ErrorText.developerText(of:)) ?? ""
        return TransportError(
            code: .decodingFailed, message: "\(subject), but \(format.name) for \(type) is expected: \(detail)",
            underlyingError: cause
        )
    }
}

extension DecodingError {
    /// Indicates whether the data is in a different format; `false` if only a value has a different type.
    fileprivate var isAboutFormat: Bool {
        guard case .dataCorrupted(let context) = self, context.codingPath.isEmpty else { return false }
        return (context.underlyingError as? JSONError).map { $0.kind == .text } ?? true
    }
}
