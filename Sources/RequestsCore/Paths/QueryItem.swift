import Foundation

/// A query item: a name and a value, a flag without a value, or the items of a whole `Encodable`.
///
/// ```swift
/// QueryItem("page", 2)                                // page=2
/// QueryItem("tags", ["a", "b"])                       // tags=a&tags=b
/// QueryItem("debug")                                  // debug
/// QueryItem(contentsOf: Filter(state: .open))         // state=open
/// QueryItem("api_key", key, isSensitive: true)        // shown as api_key=<redacted>
/// ```
///
/// Resolving the request encodes the value with the API's ``Coding``. Everything but ASCII letters, digits, `-`, `.`,
/// `_` and `~` is percent-encoded.
public struct QueryItem: Sendable {
    /// The name; empty for a whole `Encodable`.
    public let name: String

    /// Indicates whether descriptions, logs and errors hide the value.
    public var isSensitive: Bool

    private let content: Content

    /// The names to leave out of a whole value, because the request removed the items with these names.
    var omitted: Set<String> = []

    @usableFromInline
    enum Content: Sendable {
        case text(String)
        case integer(Int)
        case flag
        case encodable(any Encodable & Sendable)
        case contents(any Encodable & Sendable)
        /// Already encoded pairs.
        case written([UInt8])
    }

    /// Makes an item from a name and any value; `nil` is omitted, unless the API's ``Coding`` encodes it.
    ///
    /// - Parameters:
    ///   - name: The name, which the API's key style doesn't change.
    ///   - value: The value.
    ///   - isSensitive: Whether descriptions hide the value.
    @inlinable
    public init(_ name: String, _ value: some Encodable & Sendable, isSensitive: Bool = false) {
        // If the compiler knows the type, it resolves these casts at compile time.
        if let text = value as? String {
            self.init(name, .text(text), isSensitive: isSensitive)
        } else if let integer = value as? Int {
            self.init(name, .integer(integer), isSensitive: isSensitive)
        } else {
            self.init(name, .encodable(value), isSensitive: isSensitive)
        }
    }

    @usableFromInline
    init(_ name: String, _ content: Content, isSensitive: Bool) {
        self.name = name
        self.isSensitive = isSensitive
        self.content = content
    }

    /// Makes a flag: a name without a value and without a `=`.
    public init(_ name: String) {
        self.name = name
        self.isSensitive = false
        self.content = .flag
    }

    /// Makes the items of a value with named properties, or of a dictionary, in the order of encoding.
    public init(contentsOf value: some Encodable & Sendable, isSensitive: Bool = false) {
        self.name = ""
        self.isSensitive = isSensitive
        self.content = .contents(value)
    }

    /// Makes an item from encoded pairs.
    init(written pairs: [UInt8]) {
        self.init("", .written(pairs), isSensitive: false)
    }

    /// Appends the item to a query.
    func append(to pairs: inout PairBuffer, coding: Coding) throws(TransportError) {
        switch content {
        case .text, .integer, .flag: _ = appendSimple(to: &pairs)
        case .encodable(let value): try KeyValueWriter.append(value, name: name, to: &pairs, coding: coding)
        case .contents, .written:
            // Copy the existing pairs only for the few items with names to omit.
            let start = omitted.isEmpty ? PairBuffer() : pairs
            if case .contents(let value) = content {
                try KeyValueWriter.append(value, name: nil, to: &pairs, coding: coding)
            } else {
                _ = appendSimple(to: &pairs)
            }
            if !omitted.isEmpty { pairs.remove(omitted, since: start) }
        }
    }

    /// Appends an item whose text doesn't depend on the coding.
    ///
    /// - Returns: `false` if the text depends on the coding; then nothing is appended.
    func appendSimple(to pairs: inout PairBuffer) -> Bool {
        switch content {
        case .text(let text): pairs.append(name, text: text)
        case .integer(let number): pairs.append(name, integer: number)
        case .flag: pairs.append(flag: name)
        case .written(let bytes): pairs.append(pairs: bytes)
        case .encodable, .contents: return false
        }
        return true
    }
}

extension QueryItem: RedactedDescription {
    /// The item as the standard coding writes it in a query; a sensitive value is hidden.
    public var description: String {
        if isSensitive { return "\(name)=\(Redaction.placeholder)" }
        var pairs = PairBuffer()
        guard (try? append(to: &pairs, coding: .standard)) != nil else { return "\(name)=<not encodable>" }
        return Redaction.query(String(decoding: pairs.bytes, as: UTF8.self)[...])
    }
}
