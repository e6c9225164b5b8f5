import Foundation

/// The target of a request below the base URL: the endpoint, then the request's query items.
///
/// Items whose text doesn't depend on the coding (strings, integers, flags) are written at once, after the endpoint in
/// the same buffer. Most queries contain nothing else, and bytes are cheaper to store and to join than items.
@usableFromInline
package struct RequestTarget: Sendable {
    /// The bytes of the endpoint, then the written items.
    private var pairs: PairBuffer

    /// The end of the endpoint's bytes.
    let endpointEnd: Int

    /// The first problem of the endpoint.
    let issue: URLPath.Issue?

    /// The meaning of the endpoint.
    let kind: URLPath.Kind

    /// The percent-encoded parts of the endpoint that descriptions hide.
    let secrets: [String]

    /// The values of the endpoint whose texts depend on the coding.
    let styledValues: [URLPath.StyledValue]

    /// The items that are written later: the first item that is sensitive or depends on the coding, and all items after
    /// that.
    private var deferred: [QueryItem] = []

    /// The names of the items read so far; the set may also contain names of removed items.
    private var names: Set<String> = []

    /// The number of bytes, and the number of deferred items, whose names are in `names`.
    private var read = (bytes: 0, deferred: 0)

    init(_ endpoint: consuming URLPath) {
        pairs = PairBuffer(bytes: endpoint.bytes)
        endpointEnd = endpoint.bytes.count
        issue = endpoint.issue
        kind = endpoint.kind
        secrets = endpoint.secrets
        styledValues = endpoint.styledValues
    }

    private init(_ endpoint: URLPath, written: [UInt8], deferred: [QueryItem]) {
        self.init(endpoint)
        pairs.append(pairs: written)
        self.deferred = deferred
    }

    /// A copy of the endpoint.
    package var endpoint: URLPath {
        URLPath(
            bytes: Array(bytes[..<endpointEnd]), issue: issue, kind: kind, secrets: secrets, styledValues: styledValues)
    }

    /// Indicates whether all items are already written.
    var isWritten: Bool { deferred.isEmpty }

    /// The bytes of the endpoint, then of the written items.
    var bytes: [UInt8] { pairs.bytes }

    /// Returns the bytes and the end of the endpoint in them; a link is replaced by its URL.
    func resolved(against baseURL: URL) -> (bytes: [UInt8], endpointEnd: Int) {
        let link = URLReference(String(decoding: bytes[..<endpointEnd], as: UTF8.self))
        guard kind == .link, let link else { return (bytes, endpointEnd) }
        let url = Array(link.resolved(against: baseURL.absoluteString).utf8)
        return (url + bytes[endpointEnd...], url.count)
    }

    /// Replaces the endpoint, and keeps the items.
    package mutating func move(to endpoint: consuming URLPath) {
        // A request that is made from an endpoint has no items yet.
        let hasItems = bytes.count > endpointEnd || !deferred.isEmpty
        self = hasItems ? RequestTarget(endpoint, written: written, deferred: deferred) : RequestTarget(endpoint)
    }

    @usableFromInline
    package mutating func append(_ item: QueryItem) {
        if !deferred.isEmpty || item.isSensitive || !item.appendSimple(to: &pairs) {
            deferred.append(item)
        }
    }

    @usableFromInline
    mutating func append(_ name: String, text: String) {
        guard deferred.isEmpty else { return deferred.append(QueryItem(name, .text(text), isSensitive: false)) }
        pairs.append(name, text: text)
    }

    @usableFromInline
    mutating func append(_ name: String, integer: Int) {
        guard deferred.isEmpty else { return deferred.append(QueryItem(name, .integer(integer), isSensitive: false)) }
        pairs.append(name, integer: integer)
    }

    /// Appends already encoded pairs.
    package mutating func append(written newPairs: [UInt8]) {
        guard deferred.isEmpty else { return deferred.append(QueryItem(written: newPairs)) }
        pairs.append(pairs: newPairs)
    }

    /// Removes all items, but not the endpoint's query.
    @usableFromInline
    mutating func removeItems() {
        if pairs.separator != nil || !deferred.isEmpty { self = RequestTarget(endpoint) }
    }

    /// Removes all items with a name, including those of the endpoint and of whole values.
    @usableFromInline
    mutating func removeItems(_ name: String) {
        readNames()
        if !deferred.isEmpty, names.contains("") {
            // The names in a whole value are known only when the value is written.
            for index in deferred.indices where deferred[index].name.isEmpty { deferred[index].omitted.insert(name) }
        }
        guard names.contains(name) else { return }
        let known = names
        var endpoint = endpoint
        endpoint.removeQueryItems(name)
        let rest = PairBuffer.rest(of: bytes[endpointEnd...]) { $0 == name }
        self = RequestTarget(endpoint, written: rest, deferred: deferred.filter { $0.name != name })
        names = known
        read = (bytes.count, deferred.count)
    }

    /// Adds the names of new items to the set.
    private mutating func readNames() {
        if read.bytes < endpointEnd {
            PairBuffer.addNames(of: endpoint.query, to: &names)
            read.bytes = endpointEnd
        }
        PairBuffer.addNames(of: bytes[read.bytes...], to: &names)
        names.formUnion(deferred[read.deferred...].lazy.map(\.name))
        read = (bytes.count, deferred.count)
    }

    /// Appends the items that aren't written yet.
    ///
    /// - Returns: The percent-encoded values of sensitive items.
    func appendDeferred(to pairs: inout PairBuffer, coding: Coding) throws(TransportError) -> [String] {
        var secrets: [String] = []
        for item in deferred {
            let start = pairs.bytes.count
            try item.append(to: &pairs, coding: coding)
            if item.isSensitive { secrets += PairBuffer.values(in: pairs.bytes[start...]) }
        }
        return secrets
    }

    /// The items; items that are already written become strings and flags.
    package var items: [QueryItem] {
        PairBuffer.pairs(in: written).map { name, value in
            value.map { QueryItem(name, .text($0), isSensitive: false) } ?? QueryItem(name)
        } + deferred
    }

    /// The bytes of the already written items.
    private var written: [UInt8] { Array(bytes[endpointEnd...]) }
}
