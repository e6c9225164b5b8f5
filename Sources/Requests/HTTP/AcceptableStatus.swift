/// Which statuses a request takes for success: 200..<300, unless it says otherwise.
///
/// ```swift
/// request.accepting(.codes(200, 304))
/// request.accepting(.any)
/// request.accepting(AcceptableStatus { $0 != .notFound })
/// ```
public struct AcceptableStatus: Sendable {
    /// `nil` for success, which nearly every request has.
    private let accepts: (@Sendable (HTTPStatus) -> Bool)?

    /// Makes a set of statuses of a function.
    public init(_ accepts: @escaping @Sendable (HTTPStatus) -> Bool) {
        self.accepts = accepts
    }

    private init() {
        accepts = nil
    }

    /// 200..<300.
    public static let success = AcceptableStatus()

    /// Every status.
    public static let any = AcceptableStatus { _ in true }

    /// The given statuses and no other.
    public static func codes(_ codes: HTTPStatus...) -> AcceptableStatus {
        AcceptableStatus { codes.contains($0) }
    }

    /// The statuses of a range, such as `200..<400` or `500...`.
    public static func range(_ range: some RangeExpression<Int> & Sendable) -> AcceptableStatus {
        AcceptableStatus { range.contains($0.code) }
    }

    /// Whether a status is among them.
    public func contains(_ status: HTTPStatus) -> Bool {
        accepts?(status) ?? status.isSuccess
    }
}

extension AcceptableStatus {
    /// The statuses for a message: `200, 404, 500...599`.
    var shown: String {
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

extension AcceptableStatus: ExpressibleByIntegerLiteral {
    /// A status and no other: `404`.
    public init(integerLiteral value: Int) {
        self = .codes(HTTPStatus(value))
    }
}
