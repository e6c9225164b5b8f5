import Foundation

/// The file of a download until it is complete.
protocol DownloadStage: Sendable {
    /// The file for the bytes.
    var file: DiskFile { get }

    /// The part from an earlier download that this download can continue; `nil` if there is none.
    var earlier: EarlierPart? { get }

    /// Begins a response whose content starts at an offset.
    func begin(at offset: Int, of head: ResponseHead, total: Int?) throws(FileIssue)

    /// Completes the download, and moves the file to its destination.
    func finish() throws(FileIssue)

    /// Ends a failed download, keeps the files that a later download can use, and removes the others.
    ///
    /// Does nothing after ``finish()``.
    func abandon()
}

/// The part of a file that is already downloaded.
struct EarlierPart: Equatable {
    /// The number of bytes, which is the offset of the rest.
    let count: Int
    let validator: StrongValidator
    /// The length of the whole file; `nil` if unknown.
    let total: Int?
}

/// A temporary file beside the destination, on the same volume; it is removed if the download fails.
struct StagedFile: DownloadStage {
    let file: DiskFile
    private let path: String
    private let destination: String

    var earlier: EarlierPart? { nil }

    init(destination: String) throws(FileIssue) {
        self.destination = destination
        path = destination.parentPath + ".download-" + UUID().uuidString
        file = try DiskFile(path, .create)
    }

    func begin(at offset: Int, of head: ResponseHead, total: Int?) throws(FileIssue) {
        try file.truncate(to: offset)
    }

    func finish() throws(FileIssue) {
        try file.close()
        try FileNames.move(path, to: destination)
        // A part from an earlier download is no longer useful.
        PartialFile.discard(besides: destination)
    }

    func abandon() {
        try? file.close()
        // After `finish()`, this removes nothing: the file has been moved, and its temporary name is never reused.
        FileNames.remove(path)
    }
}

extension String {
    /// The path of the directory, including its slash; empty for a bare name.
    var parentPath: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[...$0]) } ?? ""
    }
}
