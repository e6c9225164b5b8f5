/// The size, date and identity of a file.
struct FileStatus: Hashable {
    let size: Int
    let isDirectory: Bool
    /// Seconds and nanoseconds of the last change.
    let modified: [Int]
    /// Volume and number: two names of one file have the same.
    let identity: [UInt64]
}
