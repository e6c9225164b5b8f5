import Foundation

/// A decoder of `name=value` pairs, the inverse of ``KeyValueWriter`` with the same ``Coding``.
package typealias KeyValueDecoder = TextDecoder<KeyValueSource>

extension KeyValueDecoder {
    /// The maximum number of fields or parts of a received form, because each uses many times its size in memory.
    package static var fieldLimit: Int { 1_000 }

    /// Makes the decoder of a form, in which `+` is a space, and malformed escapes are kept.
    init(ofForm data: Data, coding: Coding) throws {
        self = try data.withUnsafeBytes { try Self(ofForm: $0.bindMemory(to: UInt8.self), coding: coding) }
    }

    /// Makes the decoder of a query, with the rules of a form.
    package init(ofQuery query: String, coding: Coding) throws {
        var query = query
        self = try query.withUTF8 { try Self(ofForm: $0, coding: coding) }
    }

    private init(ofForm form: UnsafeBufferPointer<UInt8>, coding: Coding) throws {
        var tree = KeyValueTree(coding: coding)
        tree.bytes.reserveCapacity(form.count)
        var name: [UInt8] = []
        var position = 0
        while position < form.count {
            name.removeAll(keepingCapacity: true)
            let start = position
            position = PercentEncoding.decode(form, from: position, ofFormUpTo: UInt8(ascii: "="), into: &name).end
            let isFlag = position == form.count || form[position] == UInt8(ascii: "&")
            if isFlag, position == start {
                position += 1
                continue
            }
            let valueStart = tree.bytes.count
            if !isFlag {
                position =
                    PercentEncoding.decode(
                        form, from: position + 1, ofFormUpTo: UInt8(ascii: "&"), into: &tree.bytes
                    ).end
            }
            try tree.add(name[...], value: valueStart..<tree.bytes.count, isFlag: isFlag)
            position += 1
        }
        self = tree.decoder()
    }

    /// Makes the decoder of decoded pairs; a name without a value is a flag.
    init(ofPairs pairs: some Sequence<(name: String, value: String?)>, coding: Coding) throws {
        var tree = KeyValueTree(coding: coding)
        for (name, value) in pairs {
            let start = tree.bytes.count
            tree.bytes += (value ?? "").utf8
            try tree.add(Array(name.utf8)[...], value: start..<tree.bytes.count, isFlag: value == nil)
        }
        self = tree.decoder()
    }

    /// Makes the decoder of a multipart form.
    ///
    /// - Parameters:
    ///   - parts: The name of each part, the range of its text in the bytes, and whether it is a file.
    ///   - bytes: The bytes.
    ///   - coding: The styles.
    ///   - file: Returns a part as a file, by its position.
    /// - Throws: The error of a name that can't be read.
    package init(
        ofParts parts: [(name: String, text: Range<Int>, isFile: Bool)], in bytes: [UInt8], coding: Coding,
        file: @escaping (Int) -> any FormFile
    ) throws {
        var tree = KeyValueTree(coding: coding)
        tree.bytes = bytes
        for (name, text, isFile) in parts {
            try tree.add(Array(name.utf8)[...], value: text, isFlag: !isFile && text.isEmpty, isFile: isFile)
        }
        self = tree.decoder(file: file)
    }

    /// Reads a single value of a multipart form as a file; returns `nil` if the decoder doesn't decode a multipart
    /// form.
    ///
    /// - Throws: A `DecodingError` if there is not exactly one value.
    package static func file<File: FormFile>(_ type: File.Type, in decoder: any Decoder) throws -> File? {
        guard let decoder = Self(within: decoder), let file = decoder.source.text.file else { return nil }
        return file(try decoder.read(type) { try decoder.source.value(as: type).position }) as? File
    }
}

/// A dictionary, whose keys are the unchanged names, regardless of the key style.
package protocol NamedCollection {
    /// Reads the dictionary, and its values by rules.
    init(readingFrom decoder: KeyValueDecoder, by rules: DecodingRules?) throws
}

extension Dictionary: NamedCollection where Key: Decodable, Value: Decodable {
    package init(readingFrom decoder: KeyValueDecoder, by rules: DecodingRules?) throws {
        let source = decoder.source
        try source.checkIsObject()
        self.init(minimumCapacity: source.children.count)
        for child in source.children {
            let path = decoder.codingPath + [WireKey(child.name)]
            guard let key = try Self.key(named: child.name, at: path) else {
                throw KeyValueDecodingError.corrupted("has a name that \(WireTypeName.mismatch(Key.self))")
                    .decodingError(at: path)
            }
            let decoder = KeyValueDecoder(KeyValueSource(source.text, .node(child)), at: path)
            let value = try rules.map { try WrappedDecoder(base: decoder, rules: $0).decode(Value.self) }
            guard try updateValue(value ?? decoder.value(Value.self), forKey: key) == nil else {
                throw KeyValueDecodingError.corrupted("is a duplicate key").decodingError(at: path)
            }
        }
    }

    private static func key(named name: String, at path: [any CodingKey]) throws -> Key? {
        if Key.self == String.self { return name as? Key }
        if let type = Key.self as? any CodingKeyRepresentable.Type {
            return type.init(codingKey: WireKey(name, intValue: Int(name))) as? Key
        }
        let text = KeyValueSource.Text(coding: .standard, bytes: Array(name.utf8))
        return try KeyValueDecoder(KeyValueSource(text, .value(.init(range: text.bytes.indices))), at: path)
            .value(Key.self)
    }
}
