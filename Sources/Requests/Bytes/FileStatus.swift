/// The size, date and identity of a file.
struct FileStatus: Hashable {
    let size: Int
    let isDirectory: Bool
    /// The seconds and nanoseconds of the last change.
    let modified: [Int]
    /// The volume and the file number, which are the same for two names of one file.
    let identity: [UInt64]
}
