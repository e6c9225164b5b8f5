extension AnyRequestError {
    /// Decodes the body of the answer once more, as another type.
    ///
    /// ```swift
    /// } catch {
    ///     let details = try? error.decodeBody(.json(Details.self), coding: api.coding)
    ///     let page = try? error.decodeBody(.text)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - decoder: Decodes it: of a longer body the first 64 KiB.
    ///   - coding: How values are read.
    /// - Returns: What was decoded.
    /// - Throws: ``RequestErrorCode/decodingFailed``, ``RequestErrorCode/emptyBody``, also where no answer came, or what a decoder
    ///   of yours says.
    public func decodeBody<Value>(
        _ decoder: ResponseDecoder<Value>, coding: Coding = .standard
    ) throws(TransportError) -> Value {
        guard let head else {
            throw TransportError(
                code: .emptyBody, message: "there is no body to decode: no answer came", request: request)
        }
        do {
            return try decoder.decode(head, body, coding: coding)
        } catch let error as TransportError {
            throw error.with(request: request, head: head, body: body)
        } catch {
            throw TransportError(
                code: .decodingFailed,
                message: "the body could not be decoded as \(Value.self): \(ErrorText.developerText(of: error))",
                underlyingError: error, request: request, head: head, body: body
            )
        }
    }
}
