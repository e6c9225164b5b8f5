extension BodyProvider {
    /// Makes a body of the elements of an asynchronous sequence, such as one line of JSON for each.
    ///
    /// ```swift
    /// api.post(.stream(as: .jsonLines) { sensor.readings() }, to: "/readings")
    /// ```
    ///
    /// - Parameters:
    ///   - format: The format of the elements, which gets the ``Coding`` of the API.
    ///   - makeElements: Makes the sequence. It is called again if the request is sent again.
    /// - Returns: The provider of the body, in chunks. An element that can't be written is ``RequestErrorCode/bodyEncodingFailed`` when it
    ///   is sent. A transport that can't send a sequence throws ``RequestErrorCode/bodyUnsupported``.
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
