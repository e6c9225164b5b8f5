/// Settings of an API, beside its styles, that count where a response is decoded, such as its envelope.
///
/// A context travels inside the ``Coding`` that a decoder is given, so that a decoder that calls another one passes it on.
protocol DecodingContext: AnyObject, Sendable {}
