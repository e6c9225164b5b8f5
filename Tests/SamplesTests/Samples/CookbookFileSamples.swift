import Foundation
import Requests

/// The samples of the cookbook's page on files, streams and pages.
enum CookbookFiles {
    struct Gallery: RequestProviding {
        var baseURL = URL("https://gallery.example/v1")
    }

    nonisolated struct Photo: Codable {
        let id: Int
        let name: String
    }

    struct Recipes {
        let session: any Transport
        let gallery = Gallery()
    }

    /// An upload on a screen.
    @MainActor final class Upload {
        var fraction = 0.0 { didSet { changed(fraction) } }
        var changed: (Double) -> Void = { _ in }
    }
}

// MARK: Files

extension CookbookFiles.Recipes {
    typealias Gallery = CookbookFiles.Gallery
    typealias Photo = CookbookFiles.Photo
    typealias Upload = CookbookFiles.Upload

    func upload(_ file: URL, to screen: Upload) async throws -> Photo {
        try await session.perform(
            gallery.post(.file(file, contentType: .jpeg), to: "/photos")
                .receiving(.json(Photo.self))
                .reportingProgress { progress in  // on the main actor
                    guard progress.direction == .sent else { return }
                    screen.fraction = progress.fractionCompleted ?? 0
                })
    }

    func createAlbum(
        _ title: String, tags: [String], cover: Data, photos: [URL]
    ) async throws {
        try await session.perform(
            gallery.post(
                .multipart {
                    Part("title", title)
                    Part("tags", tags)  // a part for each tag
                    Part("cover", .data(cover, contentType: .jpeg), fileName: "a.jpg")
                    for photo in photos { Part("photos", file: photo) }
                },
                to: "/albums"))
    }

    func download(_ id: Int, to file: URL, show: (Double) -> Void) async throws {
        let film = gallery.get(from: "/films/\(id)")
        let events = session.events(ofDownloading: film, to: file, resuming: true)
        for try await event in events {
            if case .received(let progress) = event {
                show(progress.fractionCompleted ?? 0)
            }
        }
    }
}

// MARK: Streams

extension CookbookFiles {
    nonisolated struct Change: Decodable {
        let photo: Int
        let kind: String
    }
}

extension CookbookFiles.Recipes {
    typealias Change = CookbookFiles.Change

    func lines(show: (String) -> Void) async throws {
        let log = gallery.get(from: "/log").receiving(stream: .lines)
        for try await line in try await session.stream(log) { show(line) }
    }

    func export(store: (Photo) -> Void) async throws {
        let export = gallery.get(from: "/photos/export")
            .receiving(stream: .jsonLines(Photo.self))
        for try await photo in try await session.stream(export) { store(photo) }
    }

    func followChanges(
        clock: any Clock<Duration> = ContinuousClock(), handle: (Change) async -> Void
    ) async throws {
        let changes = gallery.get(from: "/changes")
            .receiving(stream: .serverSentEvents(Change.self))
        let events = try await session.stream(changes.reconnecting(clock: clock))
        for try await event in events {
            await handle(event.data)
        }
    }
}

// MARK: Pages

extension CookbookFiles {
    nonisolated struct PhotoPage: Decodable {
        let photos: [Photo]
        let next: String?
    }
}

extension CookbookFiles.Recipes {
    typealias PhotoPage = CookbookFiles.PhotoPage

    func linked(show: (String) -> Void) async throws {
        let photos = gallery.get(.json([Photo].self), from: "/photos")
            .pages(.linkHeader).items
        for try await photo in session.stream(photos) { show(photo.name) }
    }

    func byCursor() async throws -> [Photo] {
        // {"photos": […], "next": "c2"}, then GET /v1/photos?cursor=c2
        let photos = gallery.get(.json(PhotoPage.self), from: "/photos")
            .pages(.cursor("cursor", \.next))
            .items(\.photos)
        var all: [Photo] = []
        for try await photo in session.stream(photos) { all.append(photo) }
        return all
    }

    func byOffset() -> PageStream<Photo, Never> {
        // GET /v1/photos?limit=100&offset=0, then offset=100, …
        let photos = gallery.get(.json([Photo].self), from: "/photos")
            .adding(query: "limit", 100)
            .pages(.offset("offset"))
            .items
        return session.stream(photos)
    }
}

// MARK: Jobs

extension CookbookFiles {
    nonisolated struct Job: Decodable {
        enum State: String, Decodable { case waiting, running, done, failed }
        let state: State
        let film: String?
    }
    enum JobError: Error { case noLocation, failed, tookTooLong }
}

extension CookbookFiles.Recipes {
    typealias Job = CookbookFiles.Job
    typealias JobError = CookbookFiles.JobError

    func makeFilm(
        of album: Int, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> String? {
        let (accepted, _) = try await session.response(
            for: gallery.post(to: "/albums/\(album)/film"))
        guard let url = accepted.location else { throw JobError.noLocation }
        let status = gallery.get(.json(Job.self), from: URLPath(absolute: url))
        for _ in 1...60 {
            let (head, job) = try await session.response(for: status)
            switch job.state {
            case .done: return job.film
            case .failed: throw JobError.failed
            case .waiting, .running:
                try await clock.sleep(
                    for: min(head.retryAfter ?? .seconds(2), .seconds(30)))
            }
        }
        throw JobError.tookTooLong
    }
}
