extension BodyProvider {
    /// Makes a body from the elements of an asynchronous sequence, for example one line of JSON per element.
    ///
    /// ```swift
    /// api.post(.stream(as: .jsonLines) { sensor.readings() }, to: "/readings")
    /// ```
    ///
    /// - Parameters:
    ///   - format: The format of the elements, which uses the API's ``Coding``.
    ///   - makeElements: Makes the sequence; called again if the request is sent again.
    /// - Returns: The body provider. Sending fails with ``RequestErrorCode/bodyEncodingFailed`` for an element that
    ///   can't be written, and with ``RequestErrorCode/bodyUnsupported`` on a transport that can't send a sequence.
    public static func stream<Elements: AsyncSequence & Sendable>(
        as format: StreamFormat<Elements.Element>,
        _ makeElements: @escaping @Sendable () async throws -> Elements
    ) -> BodyProvider where Elements.Element: Sendable {
        BodyProvider { header, coding in
            header.append(.contentType(format.contentType))
            return .chunks(length: nil, isRepeatable: true) {
                try format.body(of: try await makeElements(), coding: coding)
            }
        }
    }
}
