import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The resources of this process, as reported by Linux; zero elsewhere.
package struct Usage: Sendable {
    package var memory: Int
    package var descriptors: Int
    package var threads: Int

    package static var now: Usage {
        Usage(
            memory: status("VmRSS:") * 1_024,
            descriptors: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0,
            threads: status("Threads:")
        )
    }

    /// The usage after the allocator has returned its spare memory.
    package static var settled: Usage {
        _ = trim?(0)
        return now
    }

    /// Glibc's `malloc_trim`, which isn't part of the module `Glibc`.
    private static let trim: (@convention(c) (Int) -> Int32)? = {
        #if canImport(Glibc)
        dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self) }
        #else
        nil
        #endif
    }()

    /// The files and sockets to which the open descriptors refer, and how often each occurs.
    package static var openPlaces: [String: Int] {
        let path = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.reduce(into: [:]) { places, name in
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(name)")
            places[place?.split(separator: ":").first.map(String.init) ?? "?", default: 0] += 1
        }
    }

    /// The processor time of this process, in microseconds.
    package static var processorTime: Double { Double(clock()) * 1e6 / Double(CLOCKS_PER_SEC) }

    /// The peak memory since ``resetPeak()``.
    package static var peak: Int { status("VmHWM:") * 1_024 }

    package static func resetPeak() {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .ascii)
    }

    private static func status(_ name: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count).filter(\.isNumber)) } ?? 0
    }
}
