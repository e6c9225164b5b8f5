import Requests
import SwiftUI

@main struct ReposApp: App {
    @State private var list = RepositoryList(transport: URLSession.shared.retrying())

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                RepositoryListView(list: list)
            }
        }
    }
}
