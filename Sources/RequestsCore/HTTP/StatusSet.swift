/// The statuses that a request accepts as success: 200..<300 by default.
///
/// ```swift
/// request.accepting(.codes(200, 304))
/// request.accepting(.any)
/// request.accepting(StatusSet { $0 != .notFound })
/// ```
public struct StatusSet: Sendable {
    /// The test for a status; `nil` for the default, which nearly every request uses.
    private let accepts: (@Sendable (HTTPStatus) -> Bool)?

    /// Makes a set of the statuses that a function accepts.
    public init(_ accepts: @escaping @Sendable (HTTPStatus) -> Bool) {
        self.accepts = accepts
    }

    private init() {
        accepts = nil
    }

    /// The statuses 200..<300.
    public static let success = StatusSet()

    /// Every status.
    public static let any = StatusSet { _ in true }

    /// Makes a set of the given statuses.
    public static func codes(_ codes: HTTPStatus...) -> StatusSet {
        StatusSet { codes.contains($0) }
    }

    /// Makes a set of the statuses in a range, such as `200..<400` or `500...`.
    public static func range(_ range: some RangeExpression<Int> & Sendable) -> StatusSet {
        StatusSet { range.contains($0.code) }
    }

    /// Returns whether a status is in the set.
    public func contains(_ status: HTTPStatus) -> Bool {
        accepts?(status) ?? status.isSuccess
    }
}

extension StatusSet {
    /// The statuses as text for a message: `200, 404, 500...599`.
    package var shown: String {
        var ranges: [ClosedRange<Int>] = []
        for code in 100...599 where contains(HTTPStatus(code)) {
            if let last = ranges.last, last.upperBound == code - 1 {
                ranges[ranges.count - 1] = last.lowerBound...code
            } else {
                ranges.append(code...code)
            }
        }
        let texts = ranges.prefix(8).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)...\($0.upperBound)" }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ") + (ranges.count > 8 ? ", …" : "")
    }
}

extension StatusSet: ExpressibleByIntegerLiteral {
    /// Makes a set of one status: `404`.
    public init(integerLiteral value: Int) {
        self = .codes(HTTPStatus(value))
    }
}
