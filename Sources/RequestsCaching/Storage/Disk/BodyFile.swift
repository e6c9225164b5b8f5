import Foundation
import Requests

/// The format of a body file: an identifying number, the name of the entry, and blocks, each followed by a checksum.
///
/// Each block contains 64 KiB, except for the last block. Each checksum depends on the name of the entry and the
/// block's number, so a block from another file or position counts as damaged. A reader checks each block before
/// passing it on.
enum BodyFile {
    /// The number of bytes in a full block.
    static let blockSize = 1 << 16

    private static let mark: UInt64 = 0x3179_646F_4271_5220  // " RqBody1"
    private static let headerSize = 16
    private static let checksumSize = 8

    /// Returns the bytes before the first block.
    static func header(of id: UInt64) -> Data {
        var writer = FieldWriter()
        writer.write(mark)
        writer.write(id)
        return Data(writer.bytes)
    }

    /// Returns the size of the file for a body, in bytes.
    static func size(of byteCount: Int) -> Int {
        headerSize + byteCount + blockCount(of: byteCount) * checksumSize
    }

    static func blockCount(of byteCount: Int) -> Int { (byteCount + blockSize - 1) / blockSize }

    /// Returns the checksum of a block.
    static func checksum(_ block: UnsafeRawBufferPointer, at index: Int, of id: UInt64) -> UInt64 {
        XXHash64.hash(block, seed: id &+ UInt64(index))
    }

    /// Adds the checksum to a block.
    static func seal(_ block: inout Data, at index: Int, of id: UInt64) {
        let sum = block.withUnsafeBytes { checksum($0, at: index, of: id) }
        withUnsafeBytes(of: sum.littleEndian) { block.append(contentsOf: $0) }
    }

    /// Returns whether the size and the header of a file match the body of an entry.
    static func isBody(_ file: CachedFile, of id: UInt64, byteCount: Int) -> Bool {
        byteCount < Int.max / 2 && file.size == size(of: byteCount)
            && file.read(headerSize, at: 0) == header(of: id)
    }

    /// Reads a block; `nil` if it is damaged or missing.
    static func block(_ index: Int, in file: CachedFile, of id: UInt64, byteCount: Int) -> Data? {
        let start = index * blockSize
        let count = min(blockSize, byteCount - start)
        let offset = headerSize + index * (blockSize + checksumSize)
        guard var block = file.read(count + checksumSize, at: offset) else { return nil }
        let isIntact = block.withUnsafeBytes { bytes in
            let stored = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: count, as: UInt64.self))
            return checksum(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: index, of: id) == stored
        }
        block.removeLast(checksumSize)
        return isIntact ? block : nil
    }
}
