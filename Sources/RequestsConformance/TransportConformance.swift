/// The suite of cases that every transport must pass.
///
/// The suite needs no test framework: a failing case throws a ``ConformanceFailure``.
///
/// ```swift
/// for conformanceCase in TransportConformance.cases {
///     try await conformanceCase.run(on: MyTransport())
/// }
/// ```
public enum TransportConformance {
    /// All cases, group by group.
    public static let cases: [ConformanceCase] = [
        methods, framing, responses, requests, uploads, emptySequences, forms, sequences, streaming, elements,
        reconnections,
        callLimits,
        redirects, locations, credentials, cookies, compression, statuses, breaks, lengths, garbage, sizes, timeouts,
        cancelling, connections,
        certificates,
        settings, resets, connectionErrors, goAways, cutFrames, messages, legalFrames, fieldBlocks, floods,
        earlyResponses,
    ].flatMap { $0 }

    /// Returns the case with an ID.
    public static func `case`(_ id: ConformanceCase.ID) -> ConformanceCase? {
        cases.first { $0.id == id }
    }
}
