import Foundation

/// The URL of a request, joined from the base URL, the endpoint and the query items.
struct JoinedURL {
    let text: String

    /// The percent-encoded parts of the URL that descriptions hide.
    let secrets: [String]

    // Inlining lets callers read the target without a copy.
    @inline(__always)
    init(
        baseURL: URL, target: borrowing RequestTarget, coding: Coding, options: RequestOptions
    ) throws(TransportError) {
        if let issue = target.issue, issue != .dotSegment || !options.allowsDotSegments {
            let shown = target.endpoint.text(secretNames: options.sensitiveNames)
            throw RequestError(code: issue.code, message: "\(issue.message) (in \(shown))")
        }
        let kind = target.kind
        let (bytes, endpointEnd) =
            kind == .link ? target.resolved(against: baseURL) : (target.bytes, target.endpointEnd)
        let joined = baseURL.absoluteString.withBytes { base in
            bytes.withUnsafeBufferPointer { bytes in
                URLJoint.make(base, bytes.part(0..<endpointEnd), kind, options)
                    .map { $0.text(adding: bytes.part(endpointEnd..<bytes.count)) }
            }
        }
        let (text, separator) = try joined.get()
        if target.isWritten {
            self.text = text
            self.secrets = target.secrets
        } else {
            var pairs = PairBuffer(bytes: Array(text.utf8), separator: separator)
            self.secrets = target.secrets + (try target.appendDeferred(to: &pairs, coding: coding))
            self.text = String(decoding: pairs.bytes, as: UTF8.self)
        }
    }
}

/// The pieces of a URL: the part up to and including the base's path, the path below it, and the queries.
private struct URLJoint {
    /// Scheme, authority and the base's path, without a trailing slash if the endpoint continues the path.
    let prefix: UnsafeBufferPointer<UInt8>
    let needsSlash: Bool
    let path: UnsafeBufferPointer<UInt8>
    /// The query of the base, then the query of the endpoint.
    ///
    /// A `?` with nothing after it is an empty query.
    let queries: (UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?)

    static func make(
        _ base: UnsafeBufferPointer<UInt8>, _ endpoint: UnsafeBufferPointer<UInt8>, _ kind: URLPath.Kind,
        _ options: RequestOptions
    ) -> Result<URLJoint, TransportError> {
        parse(base, "the base URL", code: .invalidBaseURL).flatMap { parts in
            if parts.hasFragment {
                let message = "the base URL must not have a fragment, because fragments are never sent"
                return .failure(RequestError(code: .invalidBaseURL, message: message))
            }
            if kind == .path { return .success(relative(base, parts, endpoint)) }
            return absolute(endpoint, base: base, called: kind == .link ? "the link" : "the absolute URL", options)
        }
    }

    /// Joins base and endpoint with exactly one slash between them; an empty endpoint leaves the base unchanged.
    private static func relative(
        _ base: UnsafeBufferPointer<UInt8>, _ parts: URLText, _ endpoint: UnsafeBufferPointer<UInt8>
    ) -> URLJoint {
        let mark = endpoint.position(of: UInt8(ascii: "?"))
        var end = parts.path.upperBound
        if mark > 0 {
            while end > parts.path.lowerBound, base[end - 1] == UInt8(ascii: "/") { end -= 1 }
        }
        return URLJoint(
            prefix: UnsafeBufferPointer(rebasing: base[..<end]),
            needsSlash: mark > 0 && endpoint[0] != UInt8(ascii: "/"),
            path: UnsafeBufferPointer(rebasing: endpoint[..<mark]),
            queries: (
                parts.query.map { UnsafeBufferPointer(rebasing: base[$0]) },
                mark < endpoint.count ? UnsafeBufferPointer(rebasing: endpoint[(mark + 1)...]) : nil
            )
        )
    }

    /// Returns an absolute URL without its fragment; fails if its origin isn't the base's.
    private static func absolute(
        _ target: UnsafeBufferPointer<UInt8>, base: UnsafeBufferPointer<UInt8>, called name: StaticString,
        _ options: RequestOptions
    ) -> Result<URLJoint, TransportError> {
        let allowsDots = options.allowsDotSegments
        return parse(target, name, code: .invalidPath, allowingDotSegments: allowsDots).flatMap { parts in
            guard URLText.haveSameOrigin(Array(target), Array(base)) else {
                let message =
                    "\(name) has a different scheme, host or port than the base URL, and credentials must not be "
                    + "sent to a different server: to send a request without credentials, use "
                    + "AnonymousProvider(baseURL: url)"
                return .failure(RequestError(code: .crossOrigin, message: message))
            }
            let joint = URLJoint(
                prefix: UnsafeBufferPointer(rebasing: target[..<parts.path.upperBound]),
                needsSlash: false,
                path: UnsafeBufferPointer(rebasing: target[..<0]),
                queries: (nil, parts.query.map { UnsafeBufferPointer(rebasing: target[$0]) })
            )
            return .success(joint)
        }
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ what: StaticString, code: RequestErrorCode,
        allowingDotSegments: Bool = false
    ) -> Result<URLText, TransportError> {
        // The message doesn't contain the URL, which may contain a password.
        URLText.parse(bytes, allowingDotSegments: allowingDotSegments)
            .mapError { RequestError(code: code, message: "\(what) \($0.rawValue)") }
    }

    /// Returns the whole URL with an additional query, and the separator before the next pair.
    func text(adding query: Bytes) -> (String, separator: UInt8?) {
        var separator: UInt8? = UInt8(ascii: "?")
        let capacity =
            prefix.count + 1 + path.count + (queries.0?.count ?? 0) + (queries.1?.count ?? 0) + query.count + 3
        let text = String(unsafeUninitializedCapacity: capacity) { memory in
            var writer = ByteWriter(memory)
            writer.write(prefix)
            if needsSlash { writer.write(UInt8(ascii: "/")) }
            writer.write(path)
            if let first = queries.0 { Self.write(first, to: &writer, &separator) }
            if let second = queries.1 { Self.write(second, to: &writer, &separator) }
            if !query.isEmpty { Self.write(query, to: &writer, &separator) }
            return writer.count
        }
        return (text, separator)
    }

    private static func write(
        _ query: UnsafeBufferPointer<UInt8>, to writer: inout ByteWriter, _ separator: inout UInt8?
    ) {
        if query.isEmpty, separator != UInt8(ascii: "?") { return }
        if let separator { writer.write(separator) }
        writer.write(query)
        separator = query.isEmpty ? nil : UInt8(ascii: "&")
    }
}

extension URLPath.Issue {
    var code: RequestErrorCode {
        if case .placeholder = self { .unfilledPlaceholder } else { .invalidPath }
    }
}
