/// A writer of the pairs of one value, with the output and the styles that all its encoders share.
package final class KeyValueWriter {
    /// The mutable state.
    struct State: ~Copyable {
        var output = GrowingBytes()

        /// The byte before the next pair: `?`, `&`, or none.
        var separator: UInt8?

        /// The last comma-separated array: the range of its name, and the end of its last element.
        var openList: (name: Range<Int>, end: Int)?

        var depth = 0
        var nilCount = 0
        var nilDepth = 0
        var nestedContainerCount = 0

        /// The key of the last opened container, if its name would be decoded as another key.
        var unreadableKey: (any CodingKey)?

        /// The first error of opening a container, which can't throw.
        var failure: KeyValueEncodingIssue?
    }

    /// The state in allocated memory, because the runtime tracks each access to a property of a class.
    ///
    /// Otherwise the workloads `form10` and `flatForm10` take 13 and 20 % more instructions.
    let state: UnsafeMutablePointer<State>

    let coding: Coding
    let nesting: Coding.NestingStyle
    // Tracking each access would cost instructions in all queries.
    @exclusivity(unchecked) var arrays: Coding.ArrayStyle
    let nils: Coding.NilStyle
    let spaces: ByteWriter.Space
    let isReadBack: Bool
    let use: Use
    private let isVerbatim: Bool

    /// The names of keys on the wire, if the names differ from the keys.
    private var wireNames: [String: String] = [:]

    /// The files, each with the offset of its pair in the output.
    var attachments: [(start: Int, attachment: any KeyValueAttachment)] = []

    /// The maximum depth of nested values, because each level uses stack memory.
    static let depthLimit = 128

    /// The purpose of the pairs.
    package enum Use {
        /// The query of a URL.
        case query
        /// The parts of a multipart form that a caller names.
        case parts
        /// A query that can be decoded, with the rules of a form.
        case readQuery
        /// A form; a value that would be decoded as a different one throws an error.
        case form
        /// A form in which each name has a value, and files are stored separately.
        case formWithFiles
        /// A single scalar, unescaped.
        case text
    }

    init(coding: Coding, use: Use, separator: UInt8?) {
        self.coding = coding
        self.use = use
        nesting = coding.nesting
        arrays = coding.arrays
        isReadBack = use != .query && use != .parts && use != .text
        // A part of a multipart form always has a value.
        nils = use == .formWithFiles && coding.nils == .flag ? .empty : coding.nils
        spaces = use == .form && coding.spacesAsPlus ? .plus : .percentEncoded
        isVerbatim = coding.hasVerbatimKeys
        state = .allocate(capacity: 1)
        state.initialize(to: State(separator: separator))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Stores an error that ends the encoding.
    func fail(_ error: KeyValueEncodingIssue) {
        if state.pointee.failure == nil { state.pointee.failure = error }
    }

    /// Appends a pair: a separator, and at most `limit` bytes that a function writes.
    @inline(__always)
    func appendPair(upTo limit: Int, _ write: (inout ByteWriter) -> Void) {
        let separator = state.pointee.separator
        state.pointee.separator = UInt8(ascii: "&")
        state.pointee.output.append(upTo: 1 + limit) { writer in
            if let separator { writer.write(separator) }
            write(&writer)
        }
    }

    // MARK: - Names

    /// The maximum number of bytes that open and close a part of a name.
    static let partLimit = 6

    /// Writes the delimiter before a part of a name.
    @inline(__always)
    func openPart(_ writer: inout ByteWriter) {
        switch nesting {
        case .brackets: writer.write(escaped: UInt8(ascii: "["))
        case .dots: writer.write(UInt8(ascii: "."))
        }
    }

    /// Writes the delimiter after a part of a name.
    @inline(__always)
    func closePart(_ writer: inout ByteWriter) {
        if nesting == .brackets { writer.write(escaped: UInt8(ascii: "]")) }
    }

    /// Returns the name of a key on the wire.
    @inline(__always)
    @usableFromInline
    func wireName(of key: String) -> String {
        isVerbatim ? key : styledName(of: key)
    }

    @inline(never)
    private func styledName(of key: String) -> String {
        if let name = wireNames[key] { return name }
        let name = coding.keys.wireName(of: key)
        wireNames[key] = name
        return name
    }
}

/// A value that is stored separately from the pairs of a form: a file.
protocol KeyValueAttachment: Sendable {
    /// The reason why it can't be decoded as an equal value; `nil` if it can.
    var problem: String? { get }
}
