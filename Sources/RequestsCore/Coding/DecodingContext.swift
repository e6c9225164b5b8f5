/// Settings of an API, besides its styles, that affect how a response is decoded, such as the envelope.
///
/// The ``Coding`` contains the context, so a decoder that calls other decoders also passes the context to them.
protocol DecodingContext: AnyObject, Sendable {}
