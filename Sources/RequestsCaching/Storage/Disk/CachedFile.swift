import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is open for reading, even after its name has been removed.
final class CachedFile: Sendable {
    private let descriptor: Int32

    /// The size in bytes.
    let size: Int

    /// Opens a regular file without following links; `nil` if it is missing or unreadable.
    init?(_ path: String) {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
            _ = close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit { _ = close(descriptor) }

    /// Reads bytes at an offset; `nil` if some are missing.
    func read(_ count: Int, at offset: Int) -> Data? {
        guard count <= size - offset else { return nil }
        var data = Data(count: count)
        return data.withUnsafeMutableBytes { fill($0, from: offset) } ? data : nil
    }

    /// Reads all bytes; `nil` if some are missing.
    func readAll() -> [UInt8]? {
        // With a capacity of 0, Swift would write to the storage that all empty arrays share, which is a race.
        if size == 0 { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { memory, count in
            count = fill(UnsafeMutableRawBufferPointer(memory), from: 0) ? size : 0
        }
        return bytes.count == size ? bytes : nil
    }

    private func fill(_ memory: UnsafeMutableRawBufferPointer, from offset: Int) -> Bool {
        var filled = 0
        let memory = UnsafeMutableRawBufferPointer(rebasing: memory[..<min(memory.count, size)])
        while filled < memory.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            filled += count
        }
        return true
    }

    /// Sets the time of last use to now.
    func touch() { _ = futimens(descriptor, Self.now) }

    /// Sets a file's time of last use to now.
    static func touch(_ path: String) { _ = utimensat(AT_FDCWD, path, now, AT_SYMLINK_NOFOLLOW) }

    /// The current time, as the access and the modification time.
    ///
    /// The system would set times that are some milliseconds too early.
    private static var now: [timespec] {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return [now, now]
    }
}
