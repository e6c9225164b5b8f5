/// The entries with one key, as one file: complete heads, and the bodies that are small.
///
/// The file is only ever replaced as a whole. It begins with a mark that has the version, and with a checksum of the
/// rest.
struct DiskRecord {
    /// One entry.
    struct Entry {
        /// The name of the entry, which no other entry gets.
        let id: UInt64
        var head: StoredHead
        let body: Body
    }

    /// The place of a body.
    enum Body {
        /// The bytes are part of the record.
        case inline([UInt8])
        /// The bytes are in a ``BodyFile``; the number is that of the bytes of the body.
        case file(Int)
    }

    /// The largest body that is part of the record.
    static let inlineLimit = 4096
    /// The number of entries with one key: those that were written last.
    static let entryLimit = 32
    /// The largest record, in bytes.
    static let sizeLimit = 1 << 20
    /// The number of entries that a file has room for, however large they are: 64 KiB for a head, and 4 KiB for a body.
    private static let smallCount = 12

    /// The mark at the beginning of a file, with the version of the format.
    static let mark: UInt64 = 0x3165_6863_6143_7152  // "RqCache1"
    private static let payloadOffset = 16

    let key: CacheKey

    /// The entries, the last written first.
    private(set) var entries: [Entry] = []

    init(_ key: CacheKey) { self.key = key }

    /// Returns the entry with a name.
    subscript(id: UInt64) -> Entry? { entries.first { $0.id == id } }

    /// Adds an entry, and returns those that have no place any more.
    mutating func insert(_ entry: Entry) -> [Entry] {
        var removed = remove { $0.head.selecting == entry.head.selecting }
        entries.insert(entry, at: 0)
        removed += trim()
        return removed
    }

    /// Removes the entries that were written first if there are too many, or if they are too large for a file.
    private mutating func trim() -> [Entry] {
        var removed: [Entry] = []
        while entries.count > Self.entryLimit || entries.count > Self.smallCount && bytes.count > Self.sizeLimit {
            removed.append(entries.removeLast())
        }
        return removed
    }

    /// Replaces a head, and returns the entries that have no place any more; the entry is the last written then.
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

    /// Reads a file; `nil` if it is damaged, or if it has another version.
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
