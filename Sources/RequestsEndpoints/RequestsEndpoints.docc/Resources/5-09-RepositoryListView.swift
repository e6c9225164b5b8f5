import SwiftUI

struct RepositoryListView: View {
    @Bindable var list: RepositoryList

    var body: some View {
        List {
            if case .failed(let message) = list.phase {
                Text(message)
                Button("Try Again") {
                    Task { await list.load() }
                }
            }
            ForEach(list.repositories) { repository in
                Text(repository.name)
            }
        }
        .overlay {
            if list.phase == .loading { ProgressView() }
        }
        .navigationTitle("Repositories")
        .searchable(text: $list.text)
        .task(id: list.text) {
            guard (try? await Task.sleep(for: .seconds(0.3))) != nil else { return }
            await list.load()
        }
        .refreshable { await list.load() }
    }
}
