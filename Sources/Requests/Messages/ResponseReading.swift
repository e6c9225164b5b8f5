/// The way in which a response is to be read, which decides what its request asks for.
enum ResponseReading {
    /// As the resource of the request, by its decoder.
    case resource

    /// As a stream, whose media type takes the place of that of the decoder.
    case stream(accept: MediaType?, bypassesCaches: Bool)
}
