import Foundation
import Observation
import Requests

@MainActor @Observable
final class Download {
    nonisolated enum Phase: Equatable {
        case idle
        case running(Double?)
        case saved(URL)
        case failed(String)
    }

    let repository: Repository
    private(set) var phase = Phase.idle
    private let transport: any Transport

    init(_ repository: Repository, transport: any Transport) {
        self.repository = repository
        self.transport = transport
    }

    func save(to file: URL) async {
        phase = .running(nil)
        do {
            let source = GitHubAPI.live.source(of: repository)
            for try await event in transport.events(ofDownloading: source, to: file) {
                if case .received(let progress) = event { phase = .running(progress.fractionCompleted) }
            }
            phase = .saved(file)
        } catch {
            guard error.code != .cancelled else { return }
            phase = .failed(error.failure?.message ?? error.localizedDescription)
        }
    }
}

extension RepositoryList {
    func download(of repository: Repository) -> Download {
        Download(repository, transport: transport)
    }
}
