import Dispatch
import Foundation
import Requests

struct DownloadSamples<Session: Transport> {
    let session: Session
    let api: GitHub
    let request: Request<GitHub, User>
    let file: URL

    func download() async throws -> HTTPStatus {
        let head = try await session.download(api.get(from: "/films/1"), to: file)
        return head.status
    }

    func downloadInto(_ folder: URL) async throws -> URL {
        // report.pdf
        let report = try await session.download(
            api.get(from: "/reports/latest"), into: folder)
        return report
    }

    func downloadForNow(movingTo library: URL) async throws -> URL {
        let film = try await session.download(api.get(from: "/films/1"))
        // to keep the file
        try FileManager.default.moveItem(at: film.url, to: library.appending(path: "1.mp4"))
        return film.url
    }

    func part(show: (String) -> Void) async throws -> [Request<GitHub, Data>] {
        let request = api.get(.data, from: "/films/1")
            .setting(\.policy.compression, .identity)
        let first = request.setting(headerField: .range(0...99))
        let rest = request.setting(headerField: .range(100...))
        let last = request.setting(headerField: .range(suffix: 100))

        let (head, bytes) = try await session.response(for: last)
        let range = head.contentRange  // nil if this is the whole file
        show("\(bytes.count) of \(range?.completeLength ?? bytes.count)")
        return [first, rest, last]
    }

    func parts(of size: Int, _ request: Request<GitHub, Data>) async throws -> Data {
        let (head, first) = try await session.response(
            for: request.setting(headerField: .range(0...size - 1)))
        guard let length = head.contentRange?.completeLength, let tag = head.header["ETag"],
            !tag.hasPrefix("W/")
        else {
            return head.status == .ok ? first : try await session.perform(request)
        }
        return try await withThrowingTaskGroup { group in
            for start in stride(from: size, to: length, by: size) {
                let range = start...min(start + size, length) - 1
                let part = request.setting(headerField: .range(range))
                    .setting(headerField: .ifMatch, tag).accepting(206)
                group.addTask {
                    let (head, bytes) = try await session.response(for: part)
                    guard head.contentRange?.bytes == range else {
                        throw URLError(.badServerResponse)
                    }
                    return (start, bytes)
                }
            }
            var parts = [0: first]
            for try await (start, bytes) in group { parts[start] = bytes }
            return parts.sorted { $0.key < $1.key }.reduce(into: Data()) { $0 += $1.value }
        }
    }

    func retry() async throws {
        let session = session.retrying()
        try await session.download(request, to: file)
    }

    func goOn() async throws {
        try await session.download(request, to: file, resuming: true)
    }

    func compressed() async throws {
        // decompressed
        try await session.download(
            request.setting(headerField: .acceptEncoding, "gzip"), to: file)
        // not decompressed
        try await session.download(
            request.setting(\.policy.compression, .asReceived), to: file)
    }

    func call(
        on queue: DispatchQueue, show: @escaping @MainActor @Sendable (String) -> Void,
        store: @escaping @Sendable (ResponseHead?) -> Void
    ) {
        let task = session.download(request, to: file) { result in
            switch result {
            case .success(let head): show("\(head.status)")
            case .failure(let error): show(error.localizedDescription)
            }
        }
        task.cancel()

        session.download(request, to: file, callbackQueue: queue) { result in
            store(try? result.get())
        }
    }

    func upload(film: URL, to bar: Bar) async throws {
        let upload = api.post(.file(film), to: "/films").reportingProgress { progress in
            if progress.direction == .sent { bar.show(progress.fractionCompleted) }
        }
        try await session.perform(upload)
    }

    typealias Log = @Sendable (String) -> Void

    func progress(on queue: DispatchQueue, log: @escaping Log) -> Request<GitHub, User> {
        request.reportingProgress(every: .seconds(1), callbackQueue: queue) { progress in
            log("\(progress.completedByteCount) of \(progress.totalByteCount ?? 0)")
        }
    }

    func events(show: (String) -> Void) async throws {
        for try await event in session.events(of: request) {
            switch event {
            // sent 3 of 10 bytes
            case .sent(let progress), .received(let progress): show("\(progress)")
            case .finished(let head, let user): show("\(head.status): \(user.login)")
            }
        }

        let events = session.events(ofDownloading: request, to: file, resuming: true)
        for try await event in events {
            if case .received(let progress) = event { show("\(progress)") }
        }
    }
}

/// A bar on a screen.
@MainActor final class Bar {
    private(set) var fractions: [Double?] = []
    var changed: () -> Void = {}

    func show(_ fraction: Double?) {
        fractions.append(fraction)
        changed()
    }
}
