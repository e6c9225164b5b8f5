/// The way in which a response will be read; the Accept field of the request depends on it.
package enum ResponseReading {
    /// As the resource of the request, by its decoder.
    case resource

    /// As a stream, whose media type replaces that of the decoder.
    case stream(accept: MediaType?, bypassesCaches: Bool)
}
