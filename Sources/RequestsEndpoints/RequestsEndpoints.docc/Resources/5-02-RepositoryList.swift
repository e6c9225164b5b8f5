import Observation
import Requests

@MainActor @Observable
final class RepositoryList {
    nonisolated enum Phase: Equatable {
        case idle
        case loading
        case loaded
        case failed(String)
    }

    private(set) var phase = Phase.idle
    private(set) var repositories: [Repository] = []
    let transport: any Transport

    init(transport: any Transport) {
        self.transport = transport
    }

    func load() async {
        phase = .loading
        do {
            repositories = try await transport.perform(GitHubAPI.live.repositories())
            phase = .loaded
        } catch {
            phase = .failed(error.failure?.message ?? error.localizedDescription)
        }
    }
}
