extension AnyRequestError {
    /// Decodes the body of the response as another type.
    ///
    /// ```swift
    /// } catch {
    ///     let details = try? error.decodeBody(.json(Details.self), coding: api.coding)
    ///     let page = try? error.decodeBody(.text)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - decoder: The decoder, which receives at most the first 64 KiB of the body.
    ///   - coding: The styles for reading values.
    /// - Returns: The decoded value.
    /// - Throws: ``RequestErrorCode/decodingFailed``; ``RequestErrorCode/emptyBody``, for example if there was no response;
    ///   or the ``TransportError`` of a custom decoder.
    public func decodeBody<Value>(
        _ decoder: ResponseDecoder<Value>, coding: Coding = .standard
    ) throws(TransportError) -> Value {
        guard let head else {
            throw TransportError(
                code: .emptyBody, message: "there is no body to decode, because no response arrived", request: request)
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
