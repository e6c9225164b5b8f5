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

    var text = ""
    private(set) var phase = Phase.idle
    private(set) var repositories: [Repository] = []
    let transport: any Transport

    init(transport: any Transport) {
        self.transport = transport
    }

    func load() async {
        if repositories.isEmpty { phase = .loading }
        let text = text
        do {
            let found = try await repositories(matching: text)
            guard text == self.text else { return }
            repositories = found
            phase = .loaded
        } catch {
            guard text == self.text, error.code != .cancelled else { return }
            phase = .failed(error.failure?.message ?? error.localizedDescription)
        }
    }

    private func repositories(matching text: String) async throws(RequestError<Problem>) -> [Repository] {
        guard !text.isEmpty else { return try await transport.perform(GitHubAPI.live.repositories()) }
        return try await transport.perform(GitHubAPI.live.search(text)).items
    }
}
