/// A writer of `name=value` pairs, percent-encoded, in the order of the value's members.
///
/// The output depends only on each value's ``Outline`` and on the styles of a ``Coding``.
package struct KeyValueWriter: ~Copyable {
    let coding: Coding
    let nesting: Coding.NestingStyle
    let nils: Coding.NilStyle
    let spaces: ByteWriter.Space
    let use: Use

    /// Indicates whether a value that would be decoded as a different value throws an error.
    let isReadBack: Bool
    private let isVerbatim: Bool

    /// The style of the arrays that are written next.
    package var arrays: Coding.ArrayStyle

    var output = GrowingBytes()

    /// The byte before the next pair: `?`, `&`, or none.
    var separator: UInt8?

    /// The percent-encoded name of the current place, which begins with the names of the places above it.
    var names = GrowingBytes()

    /// The end of the last element of a comma-separated array, to which the next element is appended.
    var listEnd: Int?

    /// The number of values that contain the current one.
    var level = 0

    /// The names of keys on the wire, if the names differ from the keys.
    private var wireNames: [String: String] = [:]

    /// The files, each with the offset of its pair in the output.
    var files: [(start: Int, file: any FormFile)] = []

    /// The maximum depth of nested values, because each level uses stack memory.
    static let depthLimit = 128

    /// The purpose of the pairs.
    package enum Use {
        /// The query of a URL.
        case query
        /// The parts of a multipart form, whose names the caller chooses.
        case parts
        /// A query that can be decoded, with the rules of a form.
        case readQuery
        /// A form; a value that would be decoded as a different value throws an error.
        case form
        /// A form in which each name has a value, and files are stored separately.
        case formWithFiles
    }

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - coding: The styles.
    ///   - use: The purpose of the pairs.
    ///   - separator: The byte before the first pair.
    package init(coding: Coding, use: Use, separator: UInt8? = nil) {
        self.coding = coding
        self.use = use
        self.separator = separator
        nesting = coding.nesting
        arrays = coding.arrays
        isReadBack = use != .query && use != .parts
        // A part of a multipart form always has a value.
        nils = use == .formWithFiles && coding.nils == .flag ? .empty : coding.nils
        spaces = use == .form && coding.spacesAsPlus ? .plus : .percentEncoded
        isVerbatim = coding.hasVerbatimKeys
    }

    /// Returns the name of a key on the wire.
    @inline(__always)
    mutating func wireName(of key: String) -> String {
        isVerbatim ? key : styledName(of: key)
    }

    @inline(never)
    private mutating func styledName(of key: String) -> String {
        if let name = wireNames[key] { return name }
        let name = coding.keys.wireName(of: key)
        wireNames[key] = name
        return name
    }

    /// A copy of the bytes written.
    package var written: [UInt8] { Array(output.bytes) }
}
