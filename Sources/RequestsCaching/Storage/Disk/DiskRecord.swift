/// The entries with the same key, in a single file with complete heads and small bodies.
///
/// The file is always replaced as a whole. It begins with the version of the format and a checksum of the rest.
struct DiskRecord {
    /// One entry.
    struct Entry {
        /// The name of the entry, which is never used for another entry.
        let id: UInt64
        var head: StoredHead
        let body: Body
    }

    /// The storage of a body.
    enum Body {
        /// The bytes are part of the record.
        case inline([UInt8])
        /// The bytes are in a ``BodyFile``; the number is the size of the body in bytes.
        case file(Int)
    }

    /// The maximum size of a body within the record, in bytes.
    static let inlineLimit = 4096
    /// The maximum number of entries with the same key.
    ///
    /// The entries that were written last remain.
    static let entryLimit = 32
    /// The maximum size of a record, in bytes.
    static let sizeLimit = 1 << 20
    /// The number of entries that always fit into a file.
    ///
    /// Each entry needs up to 64 KiB for its head, and 4 KiB for its body.
    private static let smallCount = 12

    /// The number at the beginning of a file, which identifies the format and its version.
    static let mark: UInt64 = 0x3165_6863_6143_7152  // "RqCache1"
    private static let payloadOffset = 16

    let key: CacheKey

    /// The entries; the entry that was written last comes first.
    private(set) var entries: [Entry] = []

    init(_ key: CacheKey) { self.key = key }

    /// Returns the entry with a name.
    subscript(id: UInt64) -> Entry? { entries.first { $0.id == id } }

    /// Adds an entry, and returns the entries that no longer fit.
    mutating func insert(_ entry: Entry) -> [Entry] {
        var removed = remove { $0.head.selecting == entry.head.selecting }
        entries.insert(entry, at: 0)
        removed += trim()
        return removed
    }

    /// Removes the oldest entries if there are too many, or if they are too large for a file.
    private mutating func trim() -> [Entry] {
        var removed: [Entry] = []
        while entries.count > Self.entryLimit || entries.count > Self.smallCount && bytes.count > Self.sizeLimit {
            removed.append(entries.removeLast())
        }
        return removed
    }

    /// Replaces an entry's head, and moves the entry to the beginning; returns the entries that no longer fit.
    mutating func update(_ id: UInt64, to head: StoredHead) -> [Entry] {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return [] }
        var entry = entries.remove(at: index)
        entry.head = head
        entries.insert(entry, at: 0)
        return trim()
    }

    /// Removes entries, and returns them.
    mutating func remove(_ isRemoved: (Entry) -> Bool) -> [Entry] {
        let removed = entries.filter(isRemoved)
        if !removed.isEmpty { entries.removeAll(where: isRemoved) }
        return removed
    }
}

extension DiskRecord {
    /// The bytes of the file.
    var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.write(key.url)
        writer.write(UInt32(entries.count))
        for entry in entries { entry.write(to: &writer) }
        let payload = writer.bytes
        writer = FieldWriter()
        writer.write(Self.mark)
        writer.write(payload.withUnsafeBytes { XXHash64.hash($0, seed: Self.mark) })
        writer.write(payload)
        return writer.bytes
    }

    /// Reads a file; `nil` if it is damaged or has another version.
    init?(_ bytes: [UInt8]) {
        var reader = FieldReader(bytes, from: 0)
        guard reader.number(UInt64.self) == Self.mark, let checksum = reader.number(UInt64.self) else { return nil }
        let found = bytes.withUnsafeBytes {
            XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[Self.payloadOffset...]), seed: Self.mark)
        }
        guard found == checksum, let url = reader.text(), let count = reader.number(UInt32.self) else { return nil }
        key = CacheKey(url: url)
        for _ in 0..<count {
            guard let entry = Entry(from: &reader) else { return nil }
            entries.append(entry)
        }
        guard reader.isAtEnd else { return nil }
    }
}
