import Foundation

/// Where the bytes of a download are until all of them came.
protocol DownloadStage: Sendable {
    /// The file that they go to.
    var file: DiskFile { get }

    /// What came before, where a download can go on from there.
    var earlier: EarlierPart? { get }

    /// An answer begins that has the content from an offset on.
    func begin(at offset: Int, of head: ResponseHead, total: Int?) throws(FileProblem)

    /// All came: puts the file into its place.
    func finish() throws(FileProblem)

    /// It failed: keeps what is of use, and removes the rest.
    ///
    /// Does nothing after the end.
    func abandon()
}

/// What came of a file by an earlier download.
struct EarlierPart: Equatable {
    /// How many bytes, which is where the rest begins.
    let count: Int
    let validator: StrongValidator
    /// The length of the whole, where the answer named it.
    let total: Int?
}

/// A file with a name of its own beside the destination, on the same volume, gone with the download.
struct StagedFile: DownloadStage {
    let file: DiskFile
    private let path: String
    private let destination: String

    var earlier: EarlierPart? { nil }

    init(destination: String) throws(FileProblem) {
        self.destination = destination
        path = destination.parentPath + ".download-" + UUID().uuidString
        file = try DiskFile(path, .create)
    }

    func begin(at offset: Int, of head: ResponseHead, total: Int?) throws(FileProblem) {
        try file.truncate(to: 0)
    }

    func finish() throws(FileProblem) {
        try file.close()
        try FileNames.move(path, to: destination)
        // What an earlier download kept is of no use any more.
        PartialFile.discard(besides: destination)
    }

    func abandon() {
        try? file.close()
        // After the end there is none: no name is given twice.
        FileNames.remove(path)
    }
}

extension String {
    /// The path of the directory, its slash included; empty for a name alone.
    var parentPath: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[...$0]) } ?? ""
    }
}
