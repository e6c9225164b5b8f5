import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

/// The media type and the size of a body that the server received.
private struct Receipt: Codable, Equatable {
    let type: String
    let bytes: Int
}

private func size(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
}

extension Chapter {
    static let transfers = Chapter("transfers", "Uploads and downloads, and how far they are") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        let folder = URL.temporaryDirectory.appending(path: "films-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = folder.appending(path: "film.mp4")
        try Data(count: 3 * 1_024 * 1_024).write(to: film)
        tour.setting()

        tour.say("A file goes out as it is read, and is never in memory. A function hears how far it is:")
        await tour.transfer(
            "Upload a file", sends: "POST /inbox", gives: Receipt(type: "video/mp4", bytes: 3_145_728)
        ) { bar in
            let upload = library.post(.file(film, contentType: "video/mp4"), to: "/inbox")
                .receiving(.json(Receipt.self))
                .reportingProgress { progress in bar.show(progress) }
            return try await session.perform(upload)
        }

        tour.say("A download is a file when all of it has come, and none before. Here a loop hears how far it is:")
        await tour.transfer("Download to a file", sends: "GET /film", gives: 4_194_304) { bar in
            let copy = folder.appending(path: "copy.mp4")
            for try await event in session.events(ofDownloading: library.get(.none, from: "/film"), to: copy) {
                switch event {
                case .sent(let progress), .received(let progress): bar.show(progress)
                case .finished(_, let file): return try size(of: file)
                }
            }
            return 0
        }

        tour.say(
            "What came before the connection was lost is kept, if you like, and the next download goes on from there:")
        let part = folder.appending(path: "part.mp4")
        await tour.failure("A download that breaks off", sends: "GET /film?until=1000000", code: .connectionLost) {
            let request = library.get(.none, from: "/film?until=1000000")
            return try await session.download(request, to: part, resuming: true)
        }
        await tour.transfer("The rest of it", sends: "GET /film?until=1000000", gives: 4_194_304) { bar in
            let request = library.get(.none, from: "/film?until=1000000")
                .reportingProgress { progress in bar.show(progress) }
            let head = try await session.download(request, to: part, resuming: true)
            return head.status == .partialContent ? try size(of: part) : 0
        }

        tour.say("A response that is no success is not written. It is an error, as ever:")
        await tour.failure("No such film", sends: "GET /films/9", code: .unacceptableStatus) {
            let nothing = folder.appending(path: "nothing.mp4")
            return try await session.download(library.get(.none, from: "/films/9"), to: nothing)
        }
    }
}
