import Foundation

/// Joins base URL, endpoint and query items into the text of a request's URL.
struct TargetURL {
    /// The text, percent-encoded, and whether a query has begun in it.
    private var pairs: PairBuffer
    private(set) var secrets: [String]

    var text: String { String(decoding: pairs.bytes, as: UTF8.self) }

    init(
        baseURL: URL, endpoint: URLPath, queryItems: [QueryItem], coding: Coding
    ) throws(RequestError<Never>) {
        if let issue = endpoint.issue {
            throw RequestError(
                code: issue.code, message: issue.message + " (in \(endpoint.description))"
            )
        }
        let baseBytes = baseURL.absoluteString.withBytes { Array($0) }
        let base = try Self.parse(baseBytes, "the base URL", code: .invalidBaseURL)
        if base.hasFragment {
            throw RequestError(code: .invalidBaseURL, message: "the base URL has a fragment, which is never sent")
        }
        secrets = endpoint.secrets
        if endpoint.isAbsolute {
            pairs = try Self.absolute(endpoint.bytes, base: baseBytes)
        } else {
            pairs = Self.joined(baseBytes, base, endpoint.bytes)
        }
        for item in queryItems {
            let start = pairs.bytes.count
            try item.append(to: &pairs, coding: coding)
            if item.isSensitive { secrets += PairBuffer.values(in: pairs.bytes[start...]) }
        }
    }

    private static func parse(
        _ bytes: [UInt8], _ what: String, code: RequestErrorCode
    ) throws(RequestError<Never>) -> URLText {
        do {
            return try URLText(bytes)
        } catch let issue {
            // Not its text: it may carry a password.
            throw RequestError(code: code, message: "\(what) \(issue.rawValue)")
        }
    }

    private static func absolute(_ bytes: [UInt8], base: [UInt8]) throws(RequestError<Never>) -> PairBuffer {
        let target = try parse(bytes, "the absolute URL", code: .invalidPath)
        guard URLText.haveSameOrigin(bytes, base) else {
            throw RequestError(
                code: .crossOrigin,
                message: "the absolute URL has another scheme, host or port than the base URL; credentials would leave "
                    + "their origin"
            )
        }
        let end = target.query?.upperBound ?? target.path.upperBound
        return PairBuffer(bytes: Array(bytes[..<end]), separator: separator(after: target.query))
    }

    /// Base and endpoint with exactly one slash between them; the base's query first.
    private static func joined(_ baseBytes: [UInt8], _ base: URLText, _ endpoint: [UInt8]) -> PairBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(baseBytes.count + endpoint.count + 160)
        let queryStart = endpoint.firstIndex(of: UInt8(ascii: "?")) ?? endpoint.endIndex
        if queryStart == 0 {
            bytes += baseBytes[..<base.path.upperBound]
        } else {
            var end = base.path.upperBound
            while end > base.path.lowerBound, baseBytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
            bytes += baseBytes[..<end]
            if endpoint.first != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
            bytes += endpoint[..<queryStart]
        }
        var pairs = PairBuffer(bytes: bytes, separator: UInt8(ascii: "?"))
        if let query = base.query { pairs.append(encoded: baseBytes[query]) }
        if queryStart < endpoint.endIndex { pairs.append(encoded: endpoint[(queryStart + 1)...]) }
        return pairs
    }

    private static func separator(after query: Range<Int>?) -> UInt8? {
        guard let query else { return UInt8(ascii: "?") }
        return query.isEmpty ? nil : UInt8(ascii: "&")
    }
}

extension URLPath.Issue {
    var code: RequestErrorCode {
        if case .placeholder = self { .unfilledPlaceholder } else { .invalidPath }
    }
}
