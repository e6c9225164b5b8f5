public import Foundation

/// The endpoint of a request: a path below the base URL of an API, with an optional query.
///
/// A string literal is the template, and an interpolated value is data: it's percent-encoded, and can't add a segment,
/// a query, a fragment or a host.
///
/// ```swift
/// api.get(.json(User.self), from: "/users/\(login)")         // login "a/b"    → /users/a%2Fb
/// api.get(.json(Hits.self), from: "/search?q=\(text)")       // text "1+1=2"   → /search?q=1%2B1%3D2
/// api.get(.json(File.self), from: "/files/\(segments: parts)")  // ["a", "b/c"]  → /files/a/b%2Fc
/// api.get(.json(File.self), from: "/files/\(raw: path)")     // path "a/b c"   → /files/a/b%20c
/// api.get(.json(Page.self), from: URLPath(absolute: next))   // a whole URL of the same origin
/// api.get(.data, from: URLPath(link: href))                  // a link in a response: /dav/ada/x.ics
/// ```
///
/// Making a path never throws. Resolving a request throws ``RequestErrorCode/invalidPath`` for a path with:
/// - a segment that a value makes empty
/// - a segment `.` or `..`, from the text or a value, unless ``RequestOptions/allowsDotSegments`` is set
/// - a number that isn't finite
/// - a fragment in the text
/// - a `//` at the start
///
/// An unfilled placeholder, such as `{id}`, throws ``RequestErrorCode/unfilledPlaceholder``. In a literal, a whole
/// segment `:id` is also a placeholder. To send such a segment, write its colon as `%3A`. A colon after other text, as
/// in `/jobs/7:cancel`, is sent unchanged.
public struct URLPath: Sendable {
    /// The percent-encoded bytes of the path, or of the whole URL.
    private(set) var bytes: [UInt8]

    /// The first problem of the path.
    package private(set) var issue: Issue?

    /// The meaning of the bytes.
    let kind: Kind

    /// The percent-encoded parts that descriptions hide.
    var secrets: [String] = []

    /// The values whose texts depend on the coding of the API, in their order; the path contains their standard texts.
    private(set) var styledValues: [StyledValue] = []

    /// Makes a path from a string that is known only at runtime; the string is the template.
    ///
    /// Existing escapes are kept, and a `?` begins the query. Characters that are illegal in URLs are percent-encoded.
    ///
    /// To insert a single value, interpolate it in a literal instead.
    public init(_ text: String) {
        var builder = Builder(reserving: text.utf8.count)
        builder.append(text: text)
        self.init(builder)
    }

    /// Makes a path from a whole URL, such as a server's link to the next page.
    ///
    /// If its origin (scheme, host and port) isn't that of the base URL, resolving the request throws
    /// ``RequestErrorCode/crossOrigin``.
    public init(absolute url: URL) {
        self.bytes = Array(url.absoluteString.utf8)
        self.kind = .url
    }

    /// Makes a path from a link in a response: an absolute path, a relative path or a whole URL.
    ///
    /// ```swift
    /// api.get(.data, from: URLPath(link: "/dav/ada/x.ics"))        // base URL https://h/dav: https://h/dav/ada/x.ics
    /// api.get(.data, from: URLPath(link: "x.ics", in: head))       // head of https://h/dav/ada/: https://h/dav/ada/x.ics
    /// ```
    ///
    /// The link is resolved as in a browser (RFC 3986, section 5.2). Its dot segments are removed, characters that are illegal in
    /// URLs are percent-encoded, and its fragment isn't sent. If its origin (scheme, host and port) isn't that of the base URL,
    /// resolving the request throws ``RequestErrorCode/crossOrigin``, as for the links of ``Pagination``.
    ///
    /// - Parameters:
    ///   - text: The link. If it isn't an http or https link, resolving the request throws
    ///     ``RequestErrorCode/invalidPath``.
    ///   - head: The head of the response that contains the link. A relative link is resolved against the URL of this
    ///     response; by default, against the API's base URL.
    public init(link text: String, in head: ResponseHead? = nil) {
        kind = .link
        guard let link = URLReference(text) else {
            var builder = Builder(reserving: text.utf8.count)
            builder.append(text: text)
            (bytes, issue) = (builder.bytes, .control)
            return
        }
        // Query items are found by name before the link is resolved, so its fragment is removed here.
        bytes = Array((head.map { link.resolved(against: $0.urlText) } ?? text).utf8.prefix { $0 != UInt8(ascii: "#") })
    }

    package init(_ builder: consuming Builder) {
        builder.finish()
        self.bytes = builder.bytes
        self.issue = builder.issue
        self.secrets = builder.secrets
        self.styledValues = builder.styledValues
        self.kind = .path
    }

    init(bytes: [UInt8], issue: Issue?, kind: Kind, secrets: [String], styledValues: [StyledValue]) {
        self.bytes = bytes
        self.issue = issue
        self.kind = kind
        self.secrets = secrets
        self.styledValues = styledValues
    }

    /// The query, without its question mark.
    var query: ArraySlice<UInt8> { bytes.drop { $0 != UInt8(ascii: "?") }.dropFirst() }

    /// Removes the query items with a name.
    mutating func removeQueryItems(_ name: String) {
        let query = query
        let kept = PairBuffer.kept(of: query) { $0 == name }
        let rest = PairBuffer.joined(kept)
        guard rest.count < query.count else { return }
        if !styledValues.isEmpty { moveStyledValues(to: kept, from: query.startIndex) }
        bytes = bytes[..<(query.startIndex - 1)] + (rest.isEmpty ? [] : [UInt8(ascii: "?")] + rest)
    }

    /// Moves the values in the query to their places in the kept pairs; `start` is the index of the query.
    private mutating func moveStyledValues(to kept: [ArraySlice<UInt8>], from start: Int) {
        var moved = styledValues.filter { $0.range.upperBound < start }
        var start = start
        for pair in kept {
            for var value in styledValues
            where pair.startIndex <= value.range.lowerBound && value.range.upperBound <= pair.endIndex {
                value.move(by: start - pair.startIndex)
                moved.append(value)
            }
            start += pair.count + 1
        }
        styledValues = moved
    }

    /// The meaning of a path's text.
    enum Kind {
        /// A path below the base URL.
        case path
        /// A whole URL.
        case url
        /// A reference that is resolved against the base URL.
        case link
    }

    /// The reason why a path is invalid.
    package enum Issue: Hashable, Sendable {
        case emptySegment
        case dotSegment
        case fragment
        case networkPath
        case wholeURL
        case collection
        case placeholder(String)
        case date
        case number
        case control

        package var message: String {
            switch self {
            case .emptySegment: "a value in the path is empty, which would remove a segment from the path"
            // Don't mention the option: the value may be an attacker's attempt to leave a folder.
            case .dotSegment: "a segment of the path is `.` or `..`, which would change the path"
            case .fragment: "the path contains `#`, but fragments are never sent: escape `#` as %23"
            case .networkPath: "the path begins with `//`, so the text after `//` would be read as a host"
            case .wholeURL:
                "the path is a whole URL: use URLPath(link:) if the URL has the same origin as the base URL"
            case .collection: "a segment of the path must be a single value, but a collection or data was given"
            case .placeholder(let name):
                "the placeholder \(name) in the path has no value: interpolate a value"
                    + (name.utf8.first == UInt8(ascii: ":") ? ", or write %3A for a colon" : "")
            case .date: "a date in the path is NaN, infinite, or out of range for the API's DateStyle"
            case .number: "a number in the path is not finite"
            case .control: "the link contains a control character, which isn't allowed in a URL"
            }
        }
    }
}

extension URLPath: ExpressibleByStringInterpolation {
    /// Makes a path from a literal, which is the template.
    public init(stringLiteral value: String) {
        var builder = Builder(reserving: value.utf8.count)
        builder.append(literal: value)
        self.init(builder)
    }

    /// Makes a path from a template and its values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.builder)
    }
}

extension URLPath: Hashable {}

extension URLPath: RedactedDescription {
    /// The path as in the URL, with sensitive values hidden.
    public var description: String { text(secretNames: [:]) }

    /// Returns the description, and also hides values with names that the API declares as secret.
    func text(secretNames: [String: Bool]) -> String {
        Redaction.url(String(decoding: bytes, as: UTF8.self), hiding: secrets, names: secretNames)
    }
}
