import SwiftUI

struct DownloadView: View {
    @State var download: Download

    var body: some View {
        VStack {
            switch download.phase {
            case .idle:
                Text("Waiting")
            case .running(let fraction):
                ProgressView(value: fraction)
            case .saved(let file):
                ShareLink(item: file)
            case .failed(let message):
                Text(message)
            }
        }
        .navigationTitle(download.repository.name)
        .task {
            await download.save(to: .temporaryDirectory.appending(path: "\(download.repository.name).zip"))
        }
    }
}
