/// Settings of an API, beside its styles, that matter when a response is decoded, such as its envelope.
///
/// The ``Coding`` of a decoder carries the context, so that a decoder that calls another decoder passes it on.
protocol DecodingContext: AnyObject, Sendable {}
