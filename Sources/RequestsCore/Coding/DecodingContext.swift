/// Settings of an API, besides its styles, that affect how a response is decoded, such as its envelope.
///
/// The ``Coding`` of a decoder contains the context, so that a decoder passes it to other decoders that it calls.
protocol DecodingContext: AnyObject, Sendable {}
