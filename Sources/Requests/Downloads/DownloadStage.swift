import Foundation

/// The place for the bytes of a download until it is complete.
protocol DownloadStage: Sendable {
    /// The file for the bytes.
    var file: DiskFile { get }

    /// The part from an earlier download, if the download can continue it.
    var earlier: EarlierPart? { get }

    /// Begins a response with the content from an offset on.
    func begin(at offset: Int, of head: ResponseHead, total: Int?) throws(FileIssue)

    /// Completes the download: moves the file to its destination.
    func finish() throws(FileIssue)

    /// Ends a failed download: keeps the useful part, and removes the rest.
    ///
    /// Does nothing after the end.
    func abandon()
}

/// The part of a file that an earlier download received.
struct EarlierPart: Equatable {
    /// The number of bytes, which is the offset of the rest.
    let count: Int
    let validator: StrongValidator
    /// The length of the whole file, if the response had it.
    let total: Int?
}

/// A temporary file beside the destination, on the same volume; it is removed with the download.
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
        try file.truncate(to: 0)
    }

    func finish() throws(FileIssue) {
        try file.close()
        try FileNames.move(path, to: destination)
        // A part from an earlier download is no longer useful.
        PartialFile.discard(besides: destination)
    }

    func abandon() {
        try? file.close()
        // After the end, there is no such file: names are never reused.
        FileNames.remove(path)
    }
}

extension String {
    /// The path of the directory with its slash; empty for a name alone.
    var parentPath: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[...$0]) } ?? ""
    }
}
