import SwiftUI

struct RepositoryListView: View {
    @Bindable var list: RepositoryList

    var body: some View {
        List {
            if case .failed(let message) = list.phase {
                Text(message)
            }
            ForEach(list.repositories) { repository in
                Text(repository.name)
            }
        }
        .overlay {
            if list.phase == .loading { ProgressView() }
        }
        .navigationTitle("Repositories")
        .task { await list.load() }
    }
}
