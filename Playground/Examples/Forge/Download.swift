import ArgumentParser
import Foundation
import Requests

struct Download: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Downloads a file of the latest release.",
        discussion: """
            After a lost connection, the download continues by itself. If it fails, repeat the command: it loads only the rest.
            """)

    @OptionGroup var options: Options
    @Argument(help: "The name of the file.") var name: String
    @Option(help: "The place to save it at.", completion: .file()) var output: String?

    func run() async throws {
        let release = try await options.session.perform(options.gitHub.latestRelease())
        guard let asset = release.assets.first(where: { $0.name == name }) else {
            throw NoSuchAsset(name: name, release: release)
        }
        let file = URL(filePath: output ?? name)
        let bar = ProgressBar()
        defer { bar.clear() }
        let content = options.gitHub.content(of: asset)
        for try await event in options.uncached.events(ofDownloading: content, to: file, resuming: true) {
            if case .received(let progress) = event { bar.show(progress) }
        }
    }
}

struct NoSuchAsset: LocalizedError {
    let name: String
    let release: Release

    var errorDescription: String? {
        "\(release.tagName) has no file \(name), only \(release.assets.map(\.name).formatted())"
    }
}
