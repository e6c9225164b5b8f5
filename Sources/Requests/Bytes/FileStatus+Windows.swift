#if os(Windows)
import Foundation

extension FileStatus {
    /// Reads the status of the file at a path; `nil` if there is none.
    init?(path: String) {
        guard let status = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        func number(_ key: FileAttributeKey) -> UInt64 { (status[key] as? NSNumber)?.uint64Value ?? 0 }
        size = Int(clamping: number(.size))
        isDirectory = status[.type] as? FileAttributeType == .typeDirectory
        let date = (status[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        modified = [Int(date), Int((date - date.rounded(.towardZero)) * 1e9)]
        identity = [number(.systemNumber), number(.systemFileNumber)]
    }
}
#endif
