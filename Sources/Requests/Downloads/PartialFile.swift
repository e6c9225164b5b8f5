import Foundation

/// The received part of a download, stored beside its destination in the directory `name.partial` for a later download.
///
/// The directory contains the bytes, and a record of their origin. A lock, which ends with the process, ensures that
/// only one download uses the directory at a time.
final class PartialFile: DownloadStage {
    let file: DiskFile
    let earlier: EarlierPart?
    private let directory: DiskFile
    private let paths: Paths
    private let fingerprint: String
    private let record: Guarded<ResumeRecord?>
    private let hasEnded = Guarded(false)

    private struct Paths {
        let destination: String
        var directory: String { destination + ".partial" }
        var content: String { directory + "/content" }
        var record: String { directory + "/note.json" }
    }

    /// Opens the part of an earlier download, or makes an empty one.
    ///
    /// - Returns: `nil` if another download is using the part, or if the volume doesn't support locks.
    init?(destination: String, fingerprint: String) throws(FileIssue) {
        paths = Paths(destination: destination)
        self.fingerprint = fingerprint
        guard let directory = try Self.lockedDirectory(paths.directory) else { return nil }
        self.directory = directory
        file = try DiskFile(paths.content, .update)
        let record = ResumeRecord(path: paths.record)
        let part = try record?.part(file.status(), fingerprint: fingerprint)
        earlier = part
        self.record = Guarded(part == nil ? nil : record)
    }

    private static func lockedDirectory(_ path: String) throws(FileIssue) -> DiskFile? {
        // The download that used the directory before may remove the files between any two of these steps.
        for _ in 0..<10 {
            try FileNames.makeDirectory(path)
            guard let directory = try? DiskFile(path, .directory) else {
                if FileStatus(path: path)?.isDirectory == false { throw FileIssue.notDirectory }
                continue
            }
            guard directory.lock() else { return nil }
            if try FileStatus(path: path)?.identity == directory.status().identity { return directory }
        }
        return nil
    }

    func begin(at offset: Int, of head: ResponseHead, total: Int?) throws(FileIssue) {
        if offset == 0 {
            // Truncate first: if the process ends in between, no old bytes are mistaken for new content.
            try file.truncate(to: 0)
            let new = head.validatorOfContent.map {
                ResumeRecord(fingerprint: fingerprint, validator: $0, total: total, seal: nil)
            }
            record.withLock { $0 = new }
        } else {
            try file.truncate(to: offset)
            record.withLock { $0?.seal = nil }
        }
        try writeRecord()
    }

    func finish() throws(FileIssue) {
        try file.close()
        try FileNames.move(paths.content, to: paths.destination)
        removeAll()
    }

    func abandon() {
        guard !hasEnded.withLock({ $0 }) else { return }
        let status = try? file.status()
        let isOfUse = record.withLock { record in
            guard let status, status.size > 0, record != nil else { return false }
            record?.seal = ResumeRecord.Seal(status)
            return true
        }
        guard isOfUse, (try? writeRecord()) != nil else { return removeAll() }
        try? file.close()
        try? directory.close()
    }

    /// Removes the part beside a destination, unless another download is using the part.
    static func discard(besides destination: String) {
        let paths = Paths(destination: destination)
        guard FileStatus(path: paths.directory)?.isDirectory == true,
            let directory = try? lockedDirectory(paths.directory)
        else { return }
        remove(paths)
        try? directory.close()
    }

    private func writeRecord() throws(FileIssue) {
        guard let data = record.withLock({ $0 })?.data else {
            FileNames.remove(paths.record)
            return
        }
        let file = try DiskFile(paths.record, .update)
        try file.truncate(to: 0)
        try file.write(data)
        try file.close()
    }

    private func removeAll() {
        hasEnded.withLock { $0 = true }
        try? file.close()
        Self.remove(paths)
        try? directory.close()
    }

    /// Removes the partial file and its record; the directory stays if it contains other files.
    private static func remove(_ paths: Paths) {
        FileNames.remove(paths.content)
        FileNames.remove(paths.record)
        FileNames.removeDirectory(paths.directory)
    }
}
